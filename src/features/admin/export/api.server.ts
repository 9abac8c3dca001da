import { csvSchema, serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { tableIn } from '../calls/table-params.server.ts';
import { selectionQuery } from '../query/contract.server.ts';
import { parseSelection } from '../query/parse-query.server.ts';
import { rowExport } from './calls.ts';
import { exportRows } from './export-rows.server.ts';

export const rowExportApi = serve(rowExport, adminAccess).on('csv', {
  summary: 'The rows of a table as CSV (RFC 4180, UTF-8), as they are at one moment',
  details:
    'The same fields, filters and order as the list. Texts that a spreadsheet would take for a formula begin with an apostrophe; lists are JSON. Three exports run at a time, fewer where `POOL_SIZE` is small.',
  query: selectionQuery,
  response: csvSchema,
  errors: ['notFound', 'tooMany'],
  async run(request) {
    const { ctx, c } = request;
    const table = tableIn(request);
    const selection = parseSelection(table, request.query);
    // A HEAD request reads no rows.
    const rows =
      c.req.raw.method === 'HEAD' ? null : await exportRows(ctx, ctx.viewer?.id ?? '', table, selection);
    c.header('Content-Type', 'text/csv; charset=utf-8; header=present');
    c.header('Content-Disposition', `attachment; filename="${table.name}.csv"`);
    return rows ? c.body(rows) : c.body(null);
  },
});
