import { Hono, type MiddlewareHandler } from 'hono';
import { type ApiEnv, noStore } from '../../../platform/http/http.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { parseQueryParams } from '../../../shared/http/query-params.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { descriptions } from '../descriptions.server.ts';
import { exportRows } from '../export/export-rows.server.ts';
import type { TableForm, TableList } from '../schema/table.ts';
import { compileTables, getTable, noSuchRow, parseRowId, toSummary } from '../schema/tables.server.ts';
import { parseExportQuery, parseListQuery } from './parse-query.server.ts';
import { readPage, readRow } from './store.server.ts';

/** What only administrators see is kept nowhere. */
const forThemAlone: MiddlewareHandler<ApiEnv> = async (c, next) => {
  noStore(c);
  await next();
};

/** Reading the schema-described tables; every handler begins by asking who calls. */
export const tablesApi = new Hono<ApiEnv>()
  .get('/admin/schemas', describeRoute(descriptions.schemas), forThemAlone, (c) => {
    const ctx = c.get('ctx');
    requireAdmin(ctx);
    parseQueryParams(c.req.url);
    const list: TableList = { schemas: [...compileTables(ctx.tables).values()].map(toSummary) };
    return c.json(list);
  })
  .get('/admin/schemas/:table', describeRoute(descriptions.schema), forThemAlone, (c) => {
    const ctx = c.get('ctx');
    requireAdmin(ctx);
    parseQueryParams(c.req.url);
    const form: TableForm = getTable(ctx.tables, c.req.param('table')).form;
    return c.json(form);
  })
  .get('/tables/:table', describeRoute(descriptions.list), forThemAlone, async (c) => {
    const ctx = c.get('ctx');
    requireAdmin(ctx);
    const table = getTable(ctx.tables, c.req.param('table'));
    return c.json(await readPage(ctx.pool, table, parseListQuery(table, c.req.url)));
  })
  .get('/tables/:table/export', describeRoute(descriptions.export), forThemAlone, async (c) => {
    const ctx = c.get('ctx');
    const viewer = requireAdmin(ctx);
    const table = getTable(ctx.tables, c.req.param('table'));
    const query = parseExportQuery(table, c.req.url);
    // Nobody would read the rows of a question about the head alone.
    const rows = c.req.raw.method === 'HEAD' ? null : await exportRows(ctx, viewer.id, table, query);
    c.header('Content-Type', 'text/csv; charset=utf-8; header=present');
    c.header('Content-Disposition', `attachment; filename="${table.name}.csv"`);
    return rows ? c.body(rows) : c.body(null);
  })
  .get('/tables/:table/:id', describeRoute(descriptions.row), forThemAlone, async (c) => {
    const ctx = c.get('ctx');
    requireAdmin(ctx);
    const table = getTable(ctx.tables, c.req.param('table'));
    parseQueryParams(c.req.url);
    const row = await readRow(ctx.pool, table, parseRowId(table, c.req.param('id')));
    if (!row) throw noSuchRow();
    return c.json(row);
  });
