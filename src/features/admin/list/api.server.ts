import { noSuchRow, type Table } from '../../../db/tables.server.ts';
import { serve } from '../../../platform/http/serve.server.ts';
import { formSchema } from '../../../shared/forms/form-meta-schema.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { row, rows, tableForm, tables } from '../calls/calls.ts';
import { rowPageSchema, rowSchema, type TableSummary, tableListSchema } from '../calls/contract.server.ts';
import { rowIn, tableIn } from '../calls/table-params.server.ts';
import { listQuery } from '../query/contract.server.ts';
import { parseListQuery } from '../query/parse-query.server.ts';
import { readPage, readRow } from './store.server.ts';

export const tablesApi = serve(tables, adminAccess).on('list', {
  summary: 'The tables that hosts work with',
  response: tableListSchema,
  run: ({ ctx }) => ({ schemas: ctx.tables.map(toSummary) }),
});

export const tableFormApi = serve(tableForm, adminAccess).on('read', {
  summary: 'The schema of one table: its fields with their rules, and what may be done with its rows',
  response: formSchema,
  errors: ['notFound'],
  run: (request) => tableIn(request).form,
});

export const rowsApi = serve(rows, adminAccess).on('list', {
  summary: 'A page of a table’s rows',
  details:
    'total is exact up to 10,000 rows that fit; above that it is an estimate, and totalIsEstimate is true. labels names the rows that references point to. Unknown fields, operators and parameters are refused by name.',
  query: listQuery,
  response: rowPageSchema,
  errors: ['notFound'],
  run(request) {
    const table = tableIn(request);
    return readPage(request.ctx.pool, table, parseListQuery(table, request.query));
  },
});

export const rowApi = serve(row, adminAccess).on('read', {
  summary: 'One row',
  response: rowSchema,
  errors: ['notFound'],
  async run(request) {
    const { table, id } = rowIn(request);
    const row = await readRow(request.ctx.pool, table, id);
    if (!row) throw noSuchRow();
    return row;
  },
});

const toSummary = ({ name, schema, form: { title, description, verbs } }: Table): TableSummary => ({
  tableName: name,
  title,
  description,
  group: schema.group ?? '',
  verbs,
});
