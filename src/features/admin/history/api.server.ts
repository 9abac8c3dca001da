import { serve } from '../../../platform/http/serve.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { ifMatch, rowSchema } from '../calls/contract.server.ts';
import { rowIn } from '../calls/table-params.server.ts';
import { pageQuery } from '../query/contract.server.ts';
import { listHistory, restoreVersion } from './actions.server.ts';
import { historyEntry, rowHistory } from './calls.ts';
import { historySchema, restoreQuery } from './contract.server.ts';

export const rowHistoryApi = serve(rowHistory, adminAccess).on('read', {
  summary: 'Who changed what when in a row, the newest first',
  query: pageQuery,
  response: historySchema,
  errors: ['notFound'],
  run(request) {
    const { table, id } = rowIn(request);
    return listHistory(request.ctx, table, { id, page: request.query });
  },
});

export const historyEntryApi = serve(historyEntry, adminAccess).on('restore', {
  summary: 'Makes a row what it was before or after an entry of its history',
  query: restoreQuery,
  headers: { 'If-Match': ifMatch('The _version that was read: 409 for another') },
  response: rowSchema,
  errors: ['notFound', 'conflict'],
  run(request) {
    const { ctx, params, query, headers } = request;
    const historyId = parseEntryId(params.entry);
    const { table, id } = rowIn(request);
    return restoreVersion(ctx, table, { id, historyId, side: query.side, version: headers['If-Match'] });
  },
});

function parseEntryId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new AppError('notFound', 'There is no such entry in the history of this row.');
}
