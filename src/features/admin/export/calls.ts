import { ApiError, expectOk, type Fetch } from '../../../shared/http/api-error.ts';
import { calls, getFile, toApiPath } from '../../../shared/http/calls.ts';
import { isAborted, orUnreachable } from '../calls/admin-calls.ts';
import type { SelectionParams } from '../query/contract.server.ts';

const failed = 'Failed to export CSV';

export const rowExport = calls('/tables/:table/export', { csv: getFile<SelectionParams>('', failed) });

interface Export {
  table: string;
  /** `sort`, `filters`, `search` */
  query: URLSearchParams;
  signal?: AbortSignal;
  fetch?: Fetch;
}

/**
 * Reads a whole export first, so that a broken one leaves no file. Browsers keep the blob on disk, not in memory.
 * @throws ApiError with the specification's messages, which name the status, and distinguish an error response from a broken body
 */
export async function exportCsv({ table, query, signal, fetch = globalThis.fetch }: Export): Promise<Blob> {
  const path = toApiPath(rowExport.csv.path, { table });
  const call = fetch(query.size > 0 ? `${path}?${query}` : path, { signal });
  const response = await orUnreachable(call, failed);
  await expectOk(call, `Export failed: ${response.status}`);
  try {
    return await response.blob();
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new ApiError(response.status, 'Export failed');
  }
}
