import { getTable } from '../../../db/tables.server.ts';
import { serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { parsePaging } from '../query/pagination.ts';
import { listTrash, restoreRows } from './actions.server.ts';
import { trash, trashEntry } from './calls.ts';
import {
  parseTrashId,
  restoredRowSchema,
  restoredSchema,
  restoreRequest,
  trashPageSchema,
  trashQuery,
} from './contract.server.ts';

export const trashApi = serve(trash, adminAccess)
  .on('list', {
    summary: 'Deleted rows that can still be restored, the newest first',
    query: trashQuery,
    response: trashPageSchema,
    errors: ['notFound'],
    run: ({ ctx, query: { table, ...page } }) =>
      listTrash(ctx, table ? getTable(ctx.tables, table) : undefined, parsePaging(page)),
  })
  .on('restore', {
    summary: 'Restores up to 1,000 rows from the trash: all of them or none',
    body: restoreRequest,
    response: restoredSchema,
    errors: ['notFound', 'conflict'],
    async run({ ctx, json }) {
      const rows = await restoreRows(ctx, json.trashIds.map(parseTrashId));
      return { restored: rows.length };
    },
  });

export const trashEntryApi = serve(trashEntry, adminAccess).on('restore', {
  summary: 'Restores a row from the trash, with the references that others lost to it',
  response: restoredRowSchema,
  errors: ['notFound', 'conflict'],
  async run({ ctx, params }) {
    const [row] = await restoreRows(ctx, [parseTrashId(params.entry)]);
    return { row };
  },
});
