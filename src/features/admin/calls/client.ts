import { ApiError, expectOk, type Fetch } from '../../../shared/http/api-error.ts';
import { type RequestOptions, request, requestOk } from '../../../shared/http/request.ts';
import type {
  BulkRequest,
  BulkResult,
  DraftNote,
  HistoryList,
  ImportReport,
  Restored,
  Row,
  RowId,
  RowInput,
  RowPage,
  SavedView,
  SavedViewList,
  TableForm,
  TableSummary,
  TrashPage,
  VersionSide,
} from '../schema/table.ts';
import { parseForm, parsePage, parseTables, parseTrashId, parseWritten } from './parse-tables.ts';

interface Abortable {
  signal?: AbortSignal;
}

const loadFailed = 'Failed to fetch data';
const encode = encodeURIComponent;

/** Calls the admin's API. @throws ApiError with the response's message, else the specified one */
export function adminClient(fetch: Fetch = globalThis.fetch) {
  type Options<T> = RequestOptions & { parse?: (body: unknown) => T };
  const call = <T>(path: string, fallback: string, options?: Options<T>): Promise<T> =>
    orUnreachable(request(fetch, `/api${path}`, fallback, options), fallback);
  const post = <T>(path: string, fallback: string, json?: object): Promise<T> =>
    call(path, fallback, { method: 'POST', json });
  /** Sends a write of the specification, which leaves the body of its response open. */
  const write = async (method: string, path: string, fallback: string, json?: object): Promise<unknown> => {
    const sent = requestOk(fetch, `/api${path}`, fallback, { method, json });
    return (await orUnreachable(sent, fallback)).json().catch(() => null);
  };
  const rowsPath = (table: string, id?: RowId) =>
    `/tables/${encode(table)}${id === undefined ? '' : `/${encode(id)}`}`;

  return {
    schemas: (): Promise<TableSummary[]> =>
      call('/admin/schemas', 'Failed to fetch schemas', { parse: parseTables }),
    schema: (table: string, options?: Abortable): Promise<TableForm> =>
      call(`/admin/schemas/${encode(table)}`, 'Failed to fetch schemas', {
        ...options,
        parse: (body) => parseForm(table, body),
      }),

    /** @param query `page`, `limit`, `sort`, `filters`, `search` */
    rows: (table: string, query: URLSearchParams, options?: Abortable): Promise<RowPage> =>
      call(rowsPath(table), loadFailed, { ...options, query, parse: parsePage }),
    row: (table: string, id: RowId, options?: Abortable) =>
      call<Row>(rowsPath(table, id), loadFailed, options),
    create: async (table: string, row: RowInput): Promise<Row | null> =>
      parseWritten(await write('POST', rowsPath(table), 'Failed to create row', row)),
    /** @returns the row, if the server shows it */
    update: async (table: string, id: RowId, row: RowInput): Promise<Row | null> =>
      parseWritten(await write('PUT', rowsPath(table, id), 'Failed to update row', row)),
    /** @returns its id in the trash, if it has one */
    remove: async (table: string, id: RowId): Promise<string | null> =>
      parseTrashId(await write('DELETE', rowsPath(table, id), 'Failed to delete row')),
    bulk: (table: string, body: BulkRequest) =>
      post<BulkResult>(
        `${rowsPath(table)}/bulk`,
        'delete' in body ? 'Failed to delete row' : 'Failed to update row',
        body,
      ),
    /** @param query `sort`, `filters`, `search` */
    exportCsv: (table: string, query: URLSearchParams, { signal }: Abortable = {}) =>
      readCsv(fetch(`/api${rowsPath(table)}/export${query.size > 0 ? `?${query}` : ''}`, { signal })),
    importCsv: (table: string, csv: Blob, commit: boolean) =>
      call<ImportReport>(`${rowsPath(table)}/import?commit=${commit}`, 'Failed to import CSV', {
        method: 'POST',
        headers: { 'Content-Type': 'text/csv' },
        body: csv,
      }),

    history: (table: string, id: RowId, options?: Abortable) =>
      call<HistoryList>(`${rowsPath(table, id)}/history`, loadFailed, options),
    /** @param seen the row as it is on the screen */
    restoreVersion: (
      table: string,
      { id, _version }: Pick<Row, 'id' | '_version'>,
      { entry, side }: { entry: string; side: VersionSide },
    ) =>
      call<Row>(
        `${rowsPath(table, id)}/history/${encode(entry)}/restore?side=${side}`,
        'Failed to update row',
        { method: 'POST', json: {}, headers: _version ? { 'If-Match': _version } : {} },
      ),

    trash: (table: string, page: number, options?: Abortable) =>
      call<TrashPage>(`/admin/trash?table=${encode(table)}&page=${page}`, loadFailed, options),
    restore: (trashId: string) =>
      post<Restored>(`/admin/trash/${encode(trashId)}/restore`, 'Failed to restore row'),
    /** Restores all of the rows, or none. */
    restoreAll: (trashIds: readonly string[]) =>
      post<{ restored: number }>('/admin/trash/restore', 'Failed to restore row', { trashIds }),

    /** What the values of a table's form would do. @param path its `draftNote` */
    draftNote: (path: string, values: object, { signal }: Abortable = {}) =>
      call<DraftNote>(`/admin/${path}`, loadFailed, { method: 'POST', json: values, signal: signal ?? null }),

    views: (table: string, options?: Abortable) =>
      call<SavedViewList>(`/admin/views?table=${encode(table)}`, loadFailed, options),
    saveView: (view: Omit<SavedView, 'id'>) =>
      post<SavedView>('/admin/views', 'Failed to save the view', view),
    changeView: ({ id, ...view }: SavedView) =>
      call<SavedView>(`/admin/views/${encode(id)}`, 'Failed to save the view', { method: 'PUT', json: view }),
    removeView: (id: string) => write('DELETE', `/admin/views/${encode(id)}`, 'Failed to delete the view'),
  };
}

/** Stores the alternative text of an upload, whose row is one of the tables. */
export const saveAlt = (id: string, alt: string) => adminClient().update('media', id, { alt });

export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Replaces the browser's message for an unreachable server; its status is 0. */
async function orUnreachable<T>(call: Promise<T>, fallback: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isAborted(error) || error instanceof ApiError) throw error;
    throw new ApiError(0, fallback);
  }
}

/** Reads a whole export first, so that a broken one leaves no file. Browsers keep the blob on disk, not in memory. */
async function readCsv(call: Promise<Response>): Promise<Blob> {
  const response = await orUnreachable(call, 'Failed to export CSV');
  await expectOk(call, `Export failed: ${response.status}`);
  try {
    return await response.blob();
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new ApiError(response.status, 'Export failed');
  }
}
