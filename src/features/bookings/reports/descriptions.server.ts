import Type from 'typebox';
import type { Description } from '../../../platform/openapi/document.server.ts';
import { amountSchema, currencySchema } from '../calendar/calendar.schema.server.ts';

const monthSchema = Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'YYYY-MM' });

const jurisdiction = Type.String({ description: 'Whom the tax is paid to' });
const shares = {
  taxable: Type.Integer({ description: 'What the taxes were levied on, in minor units' }),
  exempt: Type.Integer({ description: 'Of stays longer than the limit of the tax, in minor units' }),
  due: Type.Integer({ description: 'The tax lines of the receipts, in minor units' }),
};
const taxRow = Type.Object({ jurisdiction, month: monthSchema, ...shares });
const notes = Type.Array(Type.String(), { description: 'How it was counted' });

const taxReportSchema = Type.Object({
  from: monthSchema,
  to: monthSchema,
  currency: currencySchema,
  rows: Type.Array(taxRow, { description: 'Confirmed stays, by the month of their check-in' }),
  totals: Type.Array(Type.Object({ jurisdiction, ...shares })),
  cancelled: Type.Array(taxRow, { description: 'In what was kept of cancelled stays; not part of rows' }),
  ledger: Type.Object(
    {
      stays: Type.Integer(),
      billed: amountSchema,
      charges: amountSchema,
      refunds: Type.Integer({
        description: 'Those under way and lost disputes, too; minor units',
      }),
      waived: Type.Integer({ description: 'Of the refunds, what the hosts gave back: it is not owed again' }),
      open: amountSchema,
    },
    { description: 'Of the confirmed stays: billed = charges − refunds + waived + open' },
  ),
  notes,
});

const sums = { charges: amountSchema, refunds: amountSchema, net: amountSchema };

const payoutReportSchema = Type.Object({
  from: monthSchema,
  to: monthSchema,
  currency: currencySchema,
  timeZone: Type.String(),
  rows: Type.Array(Type.Object({ month: monthSchema, method: Type.Enum(['card', 'elsewhere']), ...sums })),
  totals: Type.Object(sums),
  notes,
});

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
