import { ApiError, expectOk, type Fetch, readJson } from '../../shared/http/api-error.ts';
import { parseForm, parsePage, parseTables, parseTrashId, parseWritten } from './parse-tables.ts';
import type {
  BulkRequest,
  BulkResult,
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
} from './schema/table.ts';

/** Ends a call that nobody waits for any more. */
interface Ends {
  signal?: AbortSignal;
}

const part = encodeURIComponent;
const withQuestion = (path: string, asked: URLSearchParams): string =>
  asked.size > 0 ? `${path}?${asked}` : path;

/**
 * Calls the admin's API; in the browser with its own `fetch`.
 * @throws ApiError with the answer's own words, else the specified ones
 */
export function adminClient(fetch: Fetch = globalThis.fetch) {
  const call = <T>(
    path: string,
    fallback: string,
    init: RequestInit = {},
    parse?: (body: unknown) => T,
  ): Promise<T> => readJson<T, T>(reached(fetch(`/api${path}`, init), fallback), fallback, parse);
  const send = <T>(method: string, path: string, fallback: string, json?: object): Promise<T> =>
    call(path, fallback, jsonInit(method, json));
  /** A write of the specification, which leaves the body of its response open. */
  const write = async (method: string, path: string, fallback: string, json?: object): Promise<unknown> => {
    const sent = reached(fetch(`/api${path}`, jsonInit(method, json)), fallback);
    return (await expectOk(sent, fallback)).json().catch(() => null);
  };
  const rows = (table: string, id?: RowId) =>
    `/tables/${part(table)}${id === undefined ? '' : `/${part(id)}`}`;

  return {
    schemas: (): Promise<TableSummary[]> =>
      call('/admin/schemas', 'Failed to fetch schemas', {}, parseTables),
    schema: (table: string, ends?: Ends): Promise<TableForm> =>
      call(`/admin/schemas/${part(table)}`, 'Failed to fetch schemas', ends, (body) =>
        parseForm(table, body),
      ),

    /** @param asked `page`, `limit`, `sort`, `filters`, `search` */
    rows: (table: string, asked: URLSearchParams, ends?: Ends): Promise<RowPage> =>
      call(withQuestion(rows(table), asked), 'Failed to fetch data', ends, parsePage),
    row: (table: string, id: RowId, ends?: Ends) => call<Row>(rows(table, id), 'Failed to fetch data', ends),
    /** @returns the row, if the server shows it */
    create: async (table: string, row: RowInput): Promise<Row | null> =>
      parseWritten(await write('POST', rows(table), 'Failed to create row', row)),
    /** @returns the row, if the server shows it */
    update: async (table: string, id: RowId, row: RowInput): Promise<Row | null> =>
      parseWritten(await write('PUT', rows(table, id), 'Failed to update row', row)),
    /** @returns its name in the trash, if it has one */
    remove: async (table: string, id: RowId): Promise<string | null> =>
      parseTrashId(await write('DELETE', rows(table, id), 'Failed to delete row')),
    bulk: (table: string, request: BulkRequest) =>
      send<BulkResult>(
        'POST',
        `${rows(table)}/bulk`,
        'delete' in request ? 'Failed to delete row' : 'Failed to update row',
        request,
      ),
    /** The rows as CSV, kept by the browser outside of the page's memory. @param asked `sort`, `filters`, `search` */
    exportCsv: (table: string, asked: URLSearchParams, ends?: Ends) =>
      csvOf(reached(fetch(withQuestion(`/api${rows(table)}/export`, asked), ends), 'Failed to export CSV')),
    /** @param commit false only says what would happen */
    importCsv: (table: string, csv: Blob, commit: boolean) =>
      call<ImportReport>(`${rows(table)}/import?commit=${commit}`, 'Failed to import CSV', {
        method: 'POST',
        headers: { 'Content-Type': 'text/csv' },
        body: csv,
      }),

    history: (table: string, id: RowId, ends?: Ends) =>
      call<HistoryList>(`${rows(table, id)}/history`, 'Failed to fetch data', ends),
    /** Makes the row what it was before or after that entry. */
    restoreVersion: (table: string, id: RowId, version: { entry: string; side: VersionSide }) =>
      send<Row>(
        'POST',
        `${rows(table, id)}/history/${part(version.entry)}/restore?side=${version.side}`,
        'Failed to update row',
      ),

    trash: (table: string, page: number, ends?: Ends) =>
      call<TrashPage>(`/admin/trash?table=${part(table)}&page=${page}`, 'Failed to fetch data', ends),
    restore: (trashId: string) =>
      send<Restored>('POST', `/admin/trash/${part(trashId)}/restore`, 'Failed to restore row'),
    /** Brings all of the rows back, or none. */
    restoreAll: (trashIds: readonly string[]) =>
      send<{ restored: number }>('POST', '/admin/trash/restore', 'Failed to restore row', { trashIds }),

    views: (table: string, ends?: Ends) =>
      call<SavedViewList>(`/admin/views?table=${part(table)}`, 'Failed to fetch data', ends),
    saveView: (view: Omit<SavedView, 'id'>) =>
      send<SavedView>('POST', '/admin/views', 'Failed to save the view', view),
    changeView: ({ id, ...view }: SavedView) =>
      send<SavedView>('PUT', `/admin/views/${part(id)}`, 'Failed to save the view', view),
    removeView: (id: string) => write('DELETE', `/admin/views/${part(id)}`, 'Failed to delete the view'),
  };
}

/** Stores the alternative text of an upload, whose row is one of the tables. */
export const saveAlt = (id: string, alt: string) => adminClient().update('media', id, { alt });

const jsonInit = (method: string, json?: object): RequestInit => ({
  method,
  ...(json && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
});

/** Whether a call was ended by the page itself. */
export const isEnded = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** An answer; where none comes, the browser's own words say nothing to a host. */
async function reached(response: Promise<Response>, fallback: string): Promise<Response> {
  try {
    return await response;
  } catch (error) {
    if (isEnded(error)) throw error;
    throw new ApiError(0, fallback);
  }
}

/**
 * The file of an export. It is one answer, read to its end before it is saved: a refusal and a break in the middle are
 * seen and said, and nobody is left with half a file. Browsers keep such a blob on disk, not in the page's memory.
 */
async function csvOf(answer: Promise<Response>): Promise<Blob> {
  const { status } = await answer;
  const response = await expectOk(answer, `Export failed: ${status}`);
  try {
    return await response.blob();
  } catch (error) {
    if (isEnded(error)) throw error;
    throw new ApiError(response.status, 'Export failed');
  }
}
