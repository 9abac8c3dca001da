import { Hono } from 'hono';
import Type from 'typebox';
import { noSuchRow, type Table } from '../../../db/tables.server.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { type Description, describeRoute } from '../../../platform/openapi/document.server.ts';
import { formSchema } from '../../../shared/forms/form-meta-schema.ts';
import { adminOnly } from '../../auth/admin-only.server.ts';
import { adminErrors, rowErrors, rowIdParam, rowSchema, tableParam } from '../calls/admin-route.server.ts';
import { exportRows } from '../export/export-rows.server.ts';
import { parseExportQuery, parseListQuery } from '../query/parse-query.server.ts';
import type { TableForm, TableList, TableSummary } from '../schema/table.ts';
import { readPage, readRow } from './store.server.ts';

const text = Type.String();
const permissions = Type.Object({ create: Type.Boolean(), update: Type.Boolean(), delete: Type.Boolean() });

const selecting: NonNullable<Description['query']> = {
  sort: { schema: text, description: 'field:asc or field:desc; rows that are equal in it follow their ids' },
  filters: {
    schema: text,
    description:
      'A JSON object: {"status":"active"} is equality, {"price":{"gte":100,"lt":500}} uses the operators eq ne gt gte lt lte contains in isNull',
  },
  search: { schema: text, description: 'Each of these words stands in a searchable field' },
};

export const listApi = new Hono<ApiEnv>()
  .get(
    '/admin/schemas',
    describeRoute({
      summary: 'The tables that hosts work with',
      answer: Type.Object({
        schemas: Type.Array(
          Type.Object({ tableName: text, title: text, description: text, verbs: permissions }),
        ),
      }),
      refusals: adminErrors,
    }),
    adminOnly(),
    (c) => c.json<TableList>({ schemas: c.get('ctx').tables.map(toSummary) }),
  )
  .get(
    '/admin/schemas/:table',
    describeRoute({
      summary: 'The schema of one table: its fields with their rules, and what may be done with its rows',
      answer: formSchema,
      refusals: rowErrors,
    }),
    adminOnly(),
    (c) => c.json<TableForm>(tableParam(c).form),
  )
  .get(
    '/tables/:table',
    describeRoute({
      summary: 'A page of a table’s rows',
      details:
        'total is exact up to 10,000 rows that fit; above that it is an estimate, and totalIsEstimate is true. labels names the rows that references point to. Unknown fields, operators and parameters are refused by name.',
      query: {
        page: { schema: Type.Integer({ minimum: 1 }), description: 'From 1' },
        limit: {
          schema: Type.Integer({ minimum: 1, maximum: 200 }),
          description: 'Rows on a page, 50 if left out',
        },
        ...selecting,
      },
      answer: Type.Object({
        data: Type.Array(rowSchema),
        total: Type.Integer({ minimum: 0 }),
        totalIsEstimate: Type.Boolean(),
        labels: Type.Record(text, Type.Record(text, text)),
      }),
      refusals: rowErrors,
    }),
    adminOnly('page', 'limit', ...Object.keys(selecting)),
    async (c) => {
      const table = tableParam(c);
      return c.json(await readPage(c.get('ctx').pool, table, parseListQuery(table, c.req.url)));
    },
  )
  .get(
    '/tables/:table/export',
    describeRoute({
      summary: 'The rows of a table as CSV (RFC 4180, UTF-8), as they are at one moment',
      details:
        'The same fields, filters and order as the list. Texts that a spreadsheet would take for a formula begin with an apostrophe; lists are JSON. Three exports run at a time.',
      query: selecting,
      answer: { type: 'string', description: 'text/csv' },
      refusals: [...rowErrors, 'tooMany'],
    }),
    adminOnly(...Object.keys(selecting)),
    async (c) => {
      const ctx = c.get('ctx');
      const table = tableParam(c);
      const query = parseExportQuery(table, c.req.url);
      // A HEAD request reads no rows.
      const rows =
        c.req.raw.method === 'HEAD' ? null : await exportRows(ctx, ctx.viewer?.id ?? '', table, query);
      c.header('Content-Type', 'text/csv; charset=utf-8; header=present');
      c.header('Content-Disposition', `attachment; filename="${table.name}.csv"`);
      return rows ? c.body(rows) : c.body(null);
    },
  )
  .get(
    '/tables/:table/:id',
    describeRoute({ summary: 'One row', answer: rowSchema, refusals: rowErrors }),
    adminOnly(),
    async (c) => {
      const row = await readRow(c.get('ctx').pool, tableParam(c), rowIdParam(c));
      if (!row) throw noSuchRow();
      return c.json(row);
    },
  );

const toSummary = ({ name, form: { title, description, verbs } }: Table): TableSummary => ({
  tableName: name,
  title,
  description,
  verbs,
});
