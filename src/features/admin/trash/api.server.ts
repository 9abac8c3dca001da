import { Hono } from 'hono';
import Type from 'typebox';
import { getTable, noSuchRow } from '../../../db/tables.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import {
  bodyErrors,
  invalidField,
  type JsonRecord,
  jsonRecord,
  maxIds,
  pageParam,
  pagingQuery,
  rowErrors,
  rowSchema,
} from '../calls/admin-route.server.ts';
import { listTrash, restoreRows } from './actions.server.ts';

const text = Type.String();
const count = Type.Integer({ minimum: 0 });

export const trashApi = new Hono<ApiEnv>()
  .get(
    '/admin/trash',
    describeRoute({
      summary: 'Deleted rows that can still be restored, the newest first',
      query: { table: { schema: text, description: 'Of this table; of all, if left out' }, ...pagingQuery },
      answer: Type.Object({
        data: Type.Array(
          Type.Object({
            trashId: text,
            table: text,
            rowId: Type.Union([text, Type.Integer()]),
            label: text,
            deletedAt: text,
            deletedBy: text,
            expiresAt: text,
          }),
        ),
        total: count,
      }),
      refusals: rowErrors,
    }),
    adminOnly('table', 'page', 'limit'),
    async (c) => {
      const ctx = c.get('ctx');
      const name = c.req.query('table');
      return c.json(await listTrash(ctx, name ? getTable(ctx.tables, name) : undefined, pageParam(c)));
    },
  )
  .post(
    '/admin/trash/restore',
    describeRoute({
      summary: 'Restores up to 1,000 rows from the trash: all of them or none',
      body: Type.Object({ trashIds: Type.Array(text, { minItems: 1, maxItems: maxIds }) }),
      answer: Type.Object({ restored: count }),
      refusals: [...bodyErrors, 'conflict'],
    }),
    adminOnly(),
    jsonRecord,
    async (c) => {
      const rows = await restoreRows(c.get('ctx'), parseTrashIds(c.req.valid('json')));
      return c.json({ restored: rows.length });
    },
  )
  .post(
    '/admin/trash/:entry/restore',
    describeRoute({
      summary: 'Restores a row from the trash, with the references that others lost to it',
      answer: Type.Object({ row: rowSchema }),
      refusals: [...rowErrors, 'conflict'],
    }),
    adminOnly(),
    async (c) => {
      const [row] = await restoreRows(c.get('ctx'), parseTrashIds({ trashIds: [c.req.param('entry')] }));
      return c.json({ row });
    },
  );

/** @throws AppError `notFound` for what names nothing in any trash */
function parseTrashIds({ trashIds }: JsonRecord): string[] {
  if (!Array.isArray(trashIds) || trashIds.length === 0 || trashIds.length > maxIds) {
    throw invalidField('trashIds', 'Choose from 1 to 1,000 rows');
  }
  return trashIds.map((id) => {
    if (typeof id === 'string' && isUuid(id)) return id.toLowerCase();
    throw noSuchRow();
  });
}
