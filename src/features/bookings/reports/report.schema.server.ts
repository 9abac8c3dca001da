import Type from 'typebox';
import { amountSchema, currencySchema } from '../calendar/calendar.schema.server.ts';

export const monthSchema = Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'YYYY-MM' });

const jurisdiction = Type.String({ description: 'Whom the tax is paid to' });
const shares = {
  taxable: Type.Integer({ description: 'What the taxes were levied on, in minor units' }),
  exempt: Type.Integer({ description: 'Of stays longer than the limit of the tax, in minor units' }),
  due: Type.Integer({ description: 'The tax lines of the receipts, in minor units' }),
};
const taxRow = Type.Object({ jurisdiction, month: monthSchema, ...shares });
const notes = Type.Array(Type.String(), { description: 'How it was counted' });

export const taxReportSchema = Type.Object({
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
      refunds: amountSchema,
      open: amountSchema,
    },
    { description: 'Of the confirmed stays: billed = charges − refunds + open' },
  ),
  notes,
});

const sums = { charges: amountSchema, refunds: amountSchema, net: amountSchema };

export const payoutReportSchema = Type.Object({
  from: monthSchema,
  to: monthSchema,
  currency: currencySchema,
  timeZone: Type.String(),
  rows: Type.Array(Type.Object({ month: monthSchema, method: Type.Enum(['card', 'elsewhere']), ...sums })),
  totals: Type.Object(sums),
  notes,
});
