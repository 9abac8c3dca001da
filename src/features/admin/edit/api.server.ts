import { Hono } from 'hono';
import Type from 'typebox';
import { parseRowId, type RowId, type Table } from '../../../db/tables.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import { createRow, updateRow, updateRowsInBulk } from '../../tables/actions.server.ts';
import { deleteRows } from '../../tables/delete-rows.server.ts';
import {
  bodyErrors,
  invalidField,
  type JsonRecord,
  jsonRecord,
  maxIds,
  parseVersion,
  rowErrors,
  rowIdParam,
  rowSchema,
  tableParam,
} from '../calls/admin-route.server.ts';
import type { BulkResult, Deleted } from '../schema/table.ts';

const rowInput = {
  type: 'object',
  description: 'A value for each field that is set; keys, read-only fields and unknown names are left out',
  properties: {
    _version: { type: 'string', description: 'The version that was read, if it must still be there' },
  },
  additionalProperties: true,
};
const ids = Type.Array(Type.Union([Type.String(), Type.Integer()]), { minItems: 1, maxItems: maxIds });
const success = Type.Literal(true);

export const editApi = new Hono<ApiEnv>()
  .post(
    '/tables/:table',
    describeRoute({
      summary: 'Adds a row',
      body: rowInput,
      answer: rowSchema,
      status: 201,
      refusals: [...bodyErrors, 'conflict'],
    }),
    adminOnly(),
    jsonRecord,
    async (c) => c.json(await createRow(c.get('ctx'), tableParam(c), c.req.valid('json')), 201),
  )
  .post(
    '/tables/:table/bulk',
    describeRoute({
      summary: 'Sets the same values in up to 1,000 rows, or deletes them: all of them or none',
      body: Type.Union([
        Type.Object({ ids, set: Type.Object({}, { additionalProperties: true }) }),
        Type.Object({ ids, delete: success }),
      ]),
      answer: Type.Object({
        changed: Type.Integer({ minimum: 0 }),
        trashIds: Type.Optional(Type.Array(Type.String())),
      }),
      refusals: [...bodyErrors, 'conflict'],
    }),
    adminOnly(),
    jsonRecord,
    async (c) => {
      const ctx = c.get('ctx');
      const table = tableParam(c);
      const request = parseBulkRequest(table, c.req.valid('json'));
      if ('set' in request) {
        const changed = await updateRowsInBulk(ctx, table, { ids: request.ids, input: request.set });
        return c.json<BulkResult>({ changed });
      }
      const trashIds = await deleteRows(ctx, table, request.ids);
      return c.json<BulkResult>({ changed: trashIds.length, trashIds });
    },
  )
  .put(
    '/tables/:table/:id',
    describeRoute({
      summary: 'Changes a row',
      details:
        'Fields that are left out keep their value. With _version, or If-Match, the change is made only if nobody changed the row since; else 409 with the present row as current.',
      headers: { 'If-Match': { schema: Type.String(), description: 'The _version that was read' } },
      body: rowInput,
      answer: rowSchema,
      refusals: [...bodyErrors, 'conflict'],
    }),
    adminOnly(),
    jsonRecord,
    async (c) => {
      const input = c.req.valid('json');
      const version = parseVersion(c.req.header('If-Match'), input);
      return c.json(await updateRow(c.get('ctx'), tableParam(c), { id: rowIdParam(c), input, version }));
    },
  )
  .delete(
    '/tables/:table/:id',
    describeRoute({
      summary: 'Deletes a row; it lies in the trash for 30 days',
      answer: Type.Object({ success, trashId: Type.String() }),
      refusals: [...rowErrors, 'conflict'],
    }),
    adminOnly(),
    async (c) => {
      const [trashId = ''] = await deleteRows(c.get('ctx'), tableParam(c), [rowIdParam(c)]);
      return c.json<Deleted>({ success: true, trashId });
    },
  );

/** @throws AppError `invalid` for anything but 1 to 1,000 ids and one thing to do with them, `notFound` for no ids of the table */
function parseBulkRequest(
  table: Table,
  { ids, set, delete: remove }: JsonRecord,
): { ids: RowId[] } & ({ set: unknown } | { delete: true }) {
  if (!Array.isArray(ids) || ids.length === 0) throw invalidField('ids', 'Choose at least one row');
  if (ids.length > maxIds) throw invalidField('ids', 'At most 1,000 rows can be changed at once');
  const rowIds = ids.map((id) => {
    if (typeof id !== 'string' && typeof id !== 'number')
      throw invalidField('ids', 'Every id must be a text or a number');
    return parseRowId(table, String(id));
  });
  if (new Set(rowIds).size < rowIds.length) throw invalidField('ids', 'The same row is listed twice');
  if ((set === undefined) === (remove === undefined))
    throw invalidField('set', 'Choose either what to set, or to delete');
  if (set !== undefined) return { ids: rowIds, set };
  if (remove !== true) throw invalidField('delete', 'Delete must be true');
  return { ids: rowIds, delete: true };
}
