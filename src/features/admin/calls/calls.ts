import type { RowId } from '../../../shared/forms/schema.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { get, post, put, remove, toApiPath } from '../../../shared/http/calls.ts';
import { request } from '../../../shared/http/request.ts';
import type { ListParams } from '../query/contract.server.ts';
import type { DraftNote, Row, RowInput, TableForm } from '../schema/table.ts';
import { adminCalls, orUnreachable } from './admin-calls.ts';
import type {
  BulkRequest,
  BulkResult,
  Deleted,
  EffectRequest,
  RowEffectResponse,
  RowPage,
  TableList,
  TableSummary,
} from './contract.server.ts';
import { parseForm, parsePage, parseTables, parseTrashId, parseWritten } from './parse-tables.ts';

export const loadFailed = 'Failed to fetch data';
const schemasFailed = 'Failed to fetch schemas';
const updateFailed = 'Failed to update row';
const deleteFailed = 'Failed to delete row';

export const tables = adminCalls('/admin/schemas', {
  list: get<TableList, undefined, TableSummary[]>('', schemasFailed, { parse: parseTables }),
});

export const tableForm = adminCalls('/admin/schemas/:table', {
  read: get<TableForm>('', schemasFailed, { parse: parseForm }),
});

/** The schema of a table, whose name replaces a missing title. */
export async function fetchForm(
  table: string,
  options: { signal?: AbortSignal; fetch?: Fetch } = {},
): Promise<TableForm> {
  const form = await tableForm.read({ table, ...options });
  return { ...form, title: form.title || table };
}

export const rows = adminCalls('/tables/:table', {
  list: get<RowPage, ListParams>('', loadFailed, { parse: parsePage }),
});

export const row = adminCalls('/tables/:table/:id', { read: get<Row>('', loadFailed) });

// Writes of the specification, which leaves the bodies of their responses open.

export const rowWrites = adminCalls('/tables/:table', {
  create: post<RowInput, object, undefined, Row | null>('', 'Failed to create row', {
    reads: 'any',
    parse: parseWritten,
  }),
  bulk: post<BulkRequest, BulkResult>('/bulk', updateFailed),
  effect: post<EffectRequest, RowEffectResponse>('/effect', 'What this does could not be worked out'),
});

export const rowWrite = adminCalls('/tables/:table/:id', {
  /** The row, if the server shows it. */
  update: put<RowInput, object, Row | null>('', updateFailed, { reads: 'any', parse: parseWritten }),
  /** Its id in the trash, if it has one. */
  remove: remove<Deleted, string | null>('', deleteFailed, { reads: 'any', parse: parseTrashId }),
});

/** Deletes rows: all of them or none. */
export const removeRows = (table: string, ids: readonly RowId[], fetch?: Fetch): Promise<BulkResult> =>
  rowWrites.bulk({ table, json: { ids: [...ids], delete: true }, fetch }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.message !== updateFailed) throw error;
    throw new ApiError(error.status, deleteFailed, error.fields, error.details);
  });

/** Stores the alternative text of an upload, whose row is one of the tables. */
export const saveAlt = (id: string, alt: string) => rowWrite.update({ table: 'media', id, json: { alt } });

/** Describes the effect of the values in a table's form. @param path its `draftNote` */
export const fetchDraftNote = (path: string, values: object, signal: AbortSignal): Promise<DraftNote> =>
  orUnreachable(
    request(globalThis.fetch, toApiPath(`/admin/${path}`), loadFailed, {
      method: 'POST',
      json: values,
      signal,
    }),
    loadFailed,
  );
