import { csvSchema, serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { tableIn } from '../calls/table-params.server.ts';
import { rowImport } from './calls.ts';
import { importQuery, importReportSchema } from './contract.server.ts';
import { importRows } from './run-import.server.ts';

export const rowImportApi = serve(rowImport, adminAccess).on('send', {
  summary: 'Adds and changes rows from CSV: all of them or none',
  details:
    'Line 1 names the columns, by field or by title; money is in cents, and such a column’s title ends with “in cents”. A row with the id of a stored one changes it. At most 5 MB and 10,000 rows. Without commit=true it only says what would happen.',
  query: importQuery,
  rawBody: { type: 'text/csv', schema: csvSchema },
  response: importReportSchema,
  errors: ['notFound', 'tooLarge', 'unsupportedType'],
  run: (request) =>
    importRows(request.ctx, tableIn(request), {
      request: request.c.req.raw,
      commit: request.query.commit,
    }),
});
