import Type from 'typebox';
import { csvResponse, serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { figuresCsv, readFigures } from './actions.server.ts';
import { figureCalls } from './calls.ts';
import { figuresPageQuery, figuresQuery, reportSchema } from './contract.server.ts';

export const figuresApi = serve(figureCalls, adminAccess)
  .on('read', {
    summary: 'The figures of the business by month and property',
    details:
      'Nights, rent and rates by the night; length of stay, days ahead and cancellations by the month of the check-in. Money in cents. Rows are those of a page of homes; months and totals those of all.',
    query: figuresPageQuery,
    response: reportSchema,
    errors: ['notFound'],
    run: ({ ctx, query }) => readFigures(ctx, query),
  })
  .on('csv', {
    summary: 'The figures of all homes as CSV',
    query: figuresQuery,
    response: Type.String({ description: 'text/csv; amounts with a decimal point' }),
    errors: ['notFound'],
    run: async ({ ctx, query }) =>
      csvResponse(`figures-${query.from}-to-${query.to}.csv`, await figuresCsv(ctx, query)),
  });
