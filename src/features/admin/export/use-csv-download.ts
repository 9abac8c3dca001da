import { useState } from 'react';
import { adminClient, isEnded } from '../client.ts';

/** Saves rows as `{table}.csv`; one export at a time, which can be ended. */
export function useExport(table: string) {
  const [ends, setEnds] = useState<AbortController | null>(null);
  const [failure, setFailure] = useState('');

  /** @param asked the order and the filters in view */
  async function start(asked: URLSearchParams): Promise<void> {
    const own = new AbortController();
    setEnds(own);
    setFailure('');
    try {
      save(await adminClient().exportCsv(table, asked, own), `${table}.csv`);
    } catch (error) {
      if (!isEnded(error)) setFailure((error as Error).message);
    }
    setEnds(null);
  }

  return { isBusy: ends !== null, failure, start, end: () => ends?.abort() };
}

/** How long the browser may take to begin with the file, ms. */
const releaseAfterMs = 60_000;

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), releaseAfterMs);
}
