import Type, { type Static } from 'typebox';
import { described, optional, wholeNumberText } from '../../platform/http/fields.server.ts';
import { query, type Sent } from '../../platform/http/shapes.server.ts';
import { AppError } from '../../shared/errors.ts';

const maxDays = 366;
const defaultDays = 30;

export const statsQuery = query(
  {
    days: described(
      `Days up to and with today, ${defaultDays} if left out; days are counted at the homes`,
      optional(wholeNumberText(`From 1 to ${maxDays}`, 1, maxDays), defaultDays),
    ),
  },
  {
    ignored: 'unknown',
    toError: (fields) =>
      new AppError('invalid', `Please give days as a number from 1 to ${maxDays}.`, { fields }),
  },
);
export type StatsQuery = Sent<typeof statsQuery>;

const count = Type.Integer({ minimum: 0 });

const daySchema = Type.Object({
  day: Type.String({ format: 'date', description: 'Midnight to midnight at the properties' }),
  visitors: Type.Integer({
    minimum: 0,
    description: 'Distinct within the day, without browsers that ask not to be tracked',
  }),
  views: count,
  inquiries: count,
  purchases: Type.Integer({
    minimum: 0,
    description: 'Purchases in the shop, and stays paid by card; refunded and cancelled ones are left out',
  }),
  revenueCents: Type.Record(Type.String(), count, {
    description: 'Minor units by lower-case currency code',
  }),
});

/** Days are oldest first, up to today. */
export const statsSchema = Type.Object({ timeZone: Type.String(), days: Type.Array(daySchema) });

export type DayStats = Static<typeof daySchema>;
export type Stats = Static<typeof statsSchema>;
