import Type, { type Static } from 'typebox';
import type { Channel } from '../../db/schema/channel-feeds.ts';
import { described, field, optional, type Parsed, query } from '../../platform/http/fields.server.ts';
import { monthSchema } from '../bookings/reports/contract.server.ts';
import { eachMonth, isMonth } from '../bookings/reports/months.ts';
import { channels } from '../channels/feed.ts';

const maxMonths = 36;

const month = field<string>(
  monthSchema,
  'Please send a month as YYYY-MM',
  (value) => typeof value === 'string' && isMonth(value),
);

/** Months, both inclusive, and the slug of a property, if not all are meant. */
export const figuresQuery = query(
  {
    from: described('The first month', month),
    to: described(`The last month, inclusive; at most ${maxMonths} in all`, month),
    property: described(
      'The slug of one property',
      optional(field<string>(Type.String(), 'There is no such home', (value) => typeof value === 'string')),
    ),
  },
  {
    check({ from, to }) {
      if (!from || !to) return {};
      if (to < from) return { to: 'The last month lies before the first one' };
      return eachMonth({ from, to }).length > maxMonths
        ? { to: `The figures cover at most ${maxMonths} months` }
        : {};
    },
  },
);
export type FiguresQuery = Parsed<typeof figuresQuery>;

const cents = (description: string) => Type.Integer({ description });
const orNull = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const nights = Type.Integer({ minimum: 0 });
const nightsByChannel = Object.fromEntries(channels.map((channel) => [channel, nights])) as Record<
  Channel,
  typeof nights
>;

const figures = {
  nightsOnSale: Type.Integer({
    minimum: 0,
    description: 'From the day on which the property was made, less nights that hosts or channels closed',
  }),
  nightsSold: Type.Integer({ minimum: 0, description: 'Direct nights and those of channels' }),
  directNights: Type.Integer({ minimum: 0, description: 'Of confirmed stays' }),
  channelNights: Type.Object(nightsByChannel, {
    description: 'Of reservations of other channels; never echoes',
  }),
  occupancy: orNull(
    Type.Number({ minimum: 0, maximum: 1 }),
    'Nights sold of those on sale, 0 to 1; null without any on sale',
  ),
  rent: cents('Of direct nights, after discounts and promotions, in cents'),
  averageNightlyRate: orNull(Type.Integer(), 'Rent by direct night, in cents'),
  revenuePerNight: orNull(Type.Integer(), 'Rent by night on sale, in cents'),
  averageStay: orNull(Type.Number(), 'Nights of the direct stays that check in'),
  averageDaysAhead: orNull(Type.Number(), 'Days from booking to check-in of the same stays'),
  cancellations: Type.Integer({
    minimum: 0,
    description: 'Confirmed stays with check-in then that were cancelled',
  }),
};
const figuresSchema = Type.Object(figures);

/** What is counted and what follows from it; money in cents, `null` where nothing is divided. */
export type Figures = Static<typeof figuresSchema>;

const compared = {
  ...figures,
  lastYear: Type.Object(figures, { description: 'The same months of the year before' }),
  onTheBooks: Type.Object(figures, {
    description: 'The same months of the year before, as they stood at the end of this day a year ago',
  }),
};
const comparedSchema = Type.Object(compared);

/** Figures beside those of a year before: as they ended, and as they stood at the end of this day a year ago. */
export type ComparedFigures = Static<typeof comparedSchema>;

export const reportSchema = Type.Object({
  rows: Type.Array(
    Type.Object({ month: monthSchema, property: Type.String({ description: 'Its slug' }), ...compared }),
  ),
  totals: Type.Object({
    ...compared,
    agentBookings: Type.Integer({
      minimum: 0,
      description: 'Confirmed stays that check in and began at the link of a guest’s agent',
    }),
  }),
});

export type FigureReport = Static<typeof reportSchema>;
export type FigureRow = FigureReport['rows'][number];
export type FigureTotals = FigureReport['totals'];
