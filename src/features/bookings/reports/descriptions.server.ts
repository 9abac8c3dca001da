import type { Description } from '../../../platform/openapi/document.server.ts';
import { monthSchema, payoutReportSchema, taxReportSchema } from './report.schema.server.ts';

const month = (description: string) => ({ schema: monthSchema, required: true, description });
const shared: Pick<Description, 'query' | 'refusals'> = {
  query: {
    from: month('The first month; of a date its month counts'),
    to: month('The last month, inclusive; at most 120 in all'),
  },
  refusals: ['invalid', 'unauthenticated', 'forbidden'],
};
const csv = { type: 'string', description: 'text/csv; amounts with a decimal point' };

export const reportDescriptions = {
  taxes: {
    summary: 'Lodging taxes by jurisdiction and month of the check-in',
    details: 'Of confirmed stays, as their receipts name them. Stays of other channels are left out.',
    answer: taxReportSchema,
    ...shared,
  },
  taxesCsv: {
    summary: 'The tax report as CSV',
    details: 'The column stays tells confirmed ones from what was kept of cancelled ones.',
    answer: csv,
    ...shared,
  },
  taxesPdf: {
    summary: 'The tax report as a tagged PDF',
    answer: { type: 'string', description: 'application/pdf' },
    ...shared,
    refusals: ['invalid', 'unauthenticated', 'forbidden', 'unavailable'],
  },
  payouts: {
    summary: 'Charges and refunds by month and method',
    details: 'The ledger of stays, by the months of the homes’ clock.',
    answer: payoutReportSchema,
    ...shared,
  },
  payoutsCsv: { summary: 'Charges and refunds as CSV', answer: csv, ...shared },
} satisfies Record<string, Description>;
