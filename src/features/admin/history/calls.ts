import { get, post } from '../../../shared/http/calls.ts';
import { adminCalls } from '../calls/admin-calls.ts';
import { loadFailed } from '../calls/calls.ts';
import type { PageParams } from '../query/contract.server.ts';
import type { Row } from '../schema/table.ts';
import type { HistoryList, RestoreParams, VersionSide } from './contract.server.ts';

export const rowHistory = adminCalls('/tables/:table/:id/history', {
  read: get<HistoryList, PageParams>('', loadFailed),
});

export const historyEntry = adminCalls('/tables/:table/:id/history/:entry', {
  restore: post<undefined, object, RestoreParams, Row>('/restore', 'Failed to update row', {
    parse: (body) => body as Row,
  }),
});

/** @param seen the row as it is on the screen */
export const restoreVersion = (
  table: string,
  { id, _version }: Pick<Row, 'id' | '_version'>,
  { entry, side }: { entry: string; side: VersionSide },
): Promise<Row> =>
  historyEntry.restore({
    table,
    id: String(id),
    entry,
    query: { side },
    headers: _version ? { 'If-Match': _version } : {},
  });
