import { useState } from 'react';
import { isAborted } from '../calls/admin-calls.ts';
import { exportCsv } from './calls.ts';

/** Saves rows as `{table}.csv`; one export at a time, which can be aborted. */
export function useCsvDownload(table: string) {
  const [running, setRunning] = useState<AbortController | null>(null);
  const [error, setError] = useState('');

  async function start(query: URLSearchParams): Promise<void> {
    const controller = new AbortController();
    setRunning(controller);
    setError('');
    try {
      saveFile(await exportCsv({ table, query, signal: controller.signal }), `${table}.csv`);
    } catch (thrown) {
      if (!isAborted(thrown)) setError((thrown as Error).message);
    }
    setRunning(null);
  }

  return { isBusy: running !== null, error, start, abort: () => running?.abort() };
}

/** How long the browser may take to start saving the file, ms. */
const releaseAfterMs = 60_000;

/** Hands a file to the browser to save. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), releaseAfterMs);
}
