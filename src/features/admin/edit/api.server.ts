import { serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { success } from '../../auth/contract.server.ts';
import { createRow, describeChange, updateRow, updateRowsInBulk } from '../../tables/actions.server.ts';
import { deleteRows } from '../../tables/delete-rows.server.ts';
import { rowWrite, rowWrites } from '../calls/calls.ts';
import {
  bulkRequest,
  bulkResultSchema,
  deletedSchema,
  effectRequest,
  ifMatch,
  parseRowIds,
  readVersion,
  rowEffectSchema,
  rowSchema,
  tableRow,
} from '../calls/contract.server.ts';
import { rowIn, tableIn } from '../calls/table-params.server.ts';

export const rowWritesApi = serve(rowWrites, adminAccess)
  .on('create', {
    summary: 'Adds a row',
    body: tableRow,
    response: rowSchema,
    status: 201,
    errors: ['notFound', 'conflict'],
    run: (request) => createRow(request.ctx, tableIn(request), request.json),
  })
  .on('bulk', {
    summary: 'Sets the same values in up to 1,000 rows, or deletes them: all of them or none',
    body: bulkRequest,
    response: bulkResultSchema,
    errors: ['notFound', 'conflict'],
    async run(request) {
      const { ctx, json } = request;
      const table = tableIn(request);
      const ids = parseRowIds(table, json.ids);
      if (json.set !== undefined)
        return { changed: await updateRowsInBulk(ctx, table, { ids, input: json.set }) };
      const trashIds = await deleteRows(ctx, table, ids);
      return { changed: trashIds.length, trashIds };
    },
  })
  .on('effect', {
    summary: 'What a change of up to 1,000 rows, or without ids a new row, would do; nothing is written',
    details: 'Prices and rules of homes and rates have an effect; other tables have none.',
    body: effectRequest,
    response: rowEffectSchema,
    errors: ['notFound'],
    run(request) {
      const { ctx, json } = request;
      const table = tableIn(request);
      const ids = json.ids && parseRowIds(table, json.ids);
      return describeChange(ctx, table, { ids, input: json.set });
    },
  });

export const rowWriteApi = serve(rowWrite, adminAccess)
  .on('update', {
    summary: 'Changes a row',
    details:
      'Fields that are left out keep their value. With _version, or If-Match, the change is made only if nobody changed the row since; else 409 with the present row as current.',
    headers: { 'If-Match': ifMatch('The _version that was read') },
    body: tableRow,
    response: rowSchema,
    errors: ['notFound', 'conflict'],
    run(request) {
      const { ctx, json, headers } = request;
      const version = readVersion(json) ?? headers['If-Match'];
      const { table, id } = rowIn(request);
      return updateRow(ctx, table, { id, input: json, version });
    },
  })
  .on('remove', {
    summary: 'Deletes a row; it lies in the trash for 30 days',
    response: deletedSchema,
    errors: ['notFound', 'conflict'],
    async run(request) {
      const { table, id } = rowIn(request);
      const [trashId = ''] = await deleteRows(request.ctx, table, [id]);
      return { ...success, trashId };
    },
  });
