import Type, { type Static } from 'typebox';
import { described, field } from '../../../platform/http/fields.server.ts';
import { query } from '../../../platform/http/shapes.server.ts';
import { isDate } from '../../../shared/dates.ts';
import { amountSchema, currencySchema } from '../../../shared/value-schemas.server.ts';
import { monthPattern, monthsErrors } from './months.ts';

export const monthSchema = Type.String({ pattern: monthPattern, description: 'YYYY-MM' });

const jurisdiction = Type.String({ description: 'Whom the tax is paid to' });
const shares = {
  taxable: Type.Integer({ description: 'What the taxes were levied on, in minor units' }),
  exempt: Type.Integer({
    description: 'The amount of stays that are longer than the limit of the tax, in minor units',
  }),
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
      refunds: Type.Integer({
        description: 'Refunds under way and lost disputes are part of it; minor units',
      }),
      waived: Type.Integer({
        description: 'The part of the refunds that the hosts gave voluntarily: it is not owed again',
      }),
      open: amountSchema,
    },
    { description: 'Sums of the confirmed stays: billed = charges − refunds + waived + open' },
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

/** Taxes by jurisdiction and month of the check-in; minor units. */
export type TaxReport = Static<typeof taxReportSchema>;
export type PayoutReport = Static<typeof payoutReportSchema>;
/** The amounts received, and returned by refunds and lost disputes, in one month by one method; minor units. */
export type PayoutRow = PayoutReport['rows'][number];

const noMonth = 'Please send a month as YYYY-MM';

const month = field<string>(
  { ...monthSchema, not: { pattern: '^\\d{4}-\\d{2}-\\d{2}$' } },
  { wrong: noMonth, not: 'There is no such day', pattern: noMonth },
  { clean: (text) => (isDate(text) ? text.slice(0, 'YYYY-MM'.length) : text) },
);

/** Both months are inclusive; a date stands for its month. */
export const monthsQuery = query(
  {
    from: described('The first month; of a date its month counts', month),
    to: described('The last month, inclusive; at most 120 in all', month),
  },
  { check: monthsErrors },
);
