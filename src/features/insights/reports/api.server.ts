import Type from 'typebox';
import { csvResponse, csvSchema, fileResponse, serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { payoutsCsv, readPayouts, readTaxReport, taxReportCsv, taxReportPdf } from './actions.server.ts';
import { reports } from './calls.ts';
import { monthsQuery, payoutReportSchema, taxReportSchema } from './contract.server.ts';
import type { Months } from './months.ts';

const fileName = (base: string, { from, to }: Months, extension: string): string =>
  `${base}-${from}-to-${to}.${extension}`;

export const reportsApi = serve(reports, adminAccess)
  .on('taxes', {
    summary: 'Lodging taxes by jurisdiction and month of the check-in',
    details: 'Of confirmed stays, as their receipts name them. Stays of other channels are left out.',
    query: monthsQuery,
    response: taxReportSchema,
    run: ({ ctx, query }) => readTaxReport(ctx, query),
  })
  .on('taxesCsv', {
    summary: 'The tax report as CSV',
    details: 'The column stays tells confirmed ones from what was kept of cancelled ones.',
    query: monthsQuery,
    response: csvSchema,
    run: async ({ ctx, query }) =>
      csvResponse(fileName('taxes', query, 'csv'), await taxReportCsv(ctx, query)),
  })
  .on('taxesPdf', {
    summary: 'The tax report as a tagged PDF',
    query: monthsQuery,
    response: Type.String({ description: 'application/pdf' }),
    errors: ['unavailable'],
    async run({ c, ctx, query }) {
      const file = await taxReportPdf(ctx, query, c.req.raw.signal);
      return fileResponse(fileName('taxes', query, 'pdf'), 'application/pdf', new Uint8Array(file));
    },
  })
  .on('payouts', {
    summary: 'Charges and refunds by month and method',
    details: 'The ledger of stays, by the months of the homes’ clock.',
    query: monthsQuery,
    response: payoutReportSchema,
    run: ({ ctx, query }) => readPayouts(ctx, query),
  })
  .on('payoutsCsv', {
    summary: 'Charges and refunds as CSV',
    query: monthsQuery,
    response: csvSchema,
    run: async ({ ctx, query }) =>
      csvResponse(fileName('payouts', query, 'csv'), await payoutsCsv(ctx, query)),
  });
