import { calls, post, toApiPath } from '../../../shared/http/calls.ts';
import { request } from '../../../shared/http/request.ts';
import { orUnreachable } from '../calls/admin-calls.ts';
import type { ImportParams, ImportReport } from './contract.server.ts';

const failed = 'Failed to import CSV';

export const rowImport = calls('/tables/:table/import', {
  send: post<undefined, ImportReport, ImportParams>('', failed),
});

/** @param commit whether to write the rows; otherwise the report is a preview */
export const importCsv = (table: string, file: Blob, commit: boolean): Promise<ImportReport> =>
  orUnreachable(
    request<ImportReport>(globalThis.fetch, toApiPath(rowImport.send.path, { table }), failed, {
      method: 'POST',
      query: { commit: String(commit) },
      headers: { 'Content-Type': 'text/csv' },
      body: file,
    }),
    failed,
  );
