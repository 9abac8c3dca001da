import Type, { type Static } from 'typebox';
import type { Channel } from '../../../db/schema/channel-feeds.ts';
import {
  anyText,
  described,
  field,
  optional,
  text,
  wholeNumberText,
} from '../../../platform/http/fields.server.ts';
import { type Parsed, query, type Sent } from '../../../platform/http/shapes.server.ts';
import { orNull } from '../../../shared/value-schemas.server.ts';
import { channels } from '../../channels/feed.ts';
import { monthSchema } from '../reports/contract.server.ts';
import { eachMonth } from '../reports/months.ts';

const maxMonths = 36;

const month = field<string>(monthSchema, 'Please send a month as YYYY-MM');

const scope = {
  from: described('The first month', month),
  to: described(`The last month, inclusive; at most ${maxMonths} in all`, month),
  property: described('The slug of one property', optional(anyText('There is no such home'))),
};

const isInRange = {
  check({ from, to }: { from?: string; to?: string }): { to?: string } {
    if (!from || !to) return {};
    if (to < from) return { to: 'The last month lies before the first one' };
    return eachMonth({ from, to }).length > maxMonths
      ? { to: `The figures cover at most ${maxMonths} months` }
      : {};
  },
};

/** Months, both inclusive, and the slug of a property, if not all are meant. */
export const figuresQuery = query(scope, isInRange);
export type FiguresQuery = Parsed<typeof figuresQuery>;

/** Homes on a page: 36 months of them are some 350 KB. */
export const homesPerPage = 10;

export const figuresPageQuery = query(
  {
    ...scope,
    page: described(
      `${homesPerPage} homes, from page 1 on; the last page where there are fewer`,
      optional(wholeNumberText('The page must be a whole number, 1 or more', 1, 9999), 1),
    ),
    search: described(
      'Homes whose title has this text; the months and the totals are those of all',
      optional(
        text('The search', { max: 100, tooLong: 'The search cannot be longer than 100 characters' }),
        '',
      ),
    ),
  },
  isInRange,
);
export type FiguresPageQuery = Parsed<typeof figuresPageQuery>;
export type SentFiguresPageQuery = Sent<typeof figuresPageQuery>;

const cents = (description: string) => Type.Integer({ description });
const numberOrNull = <Schema extends Type.TSchema>(schema: Schema, description: string) =>
  orNull(schema, { description });

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
  directNights: Type.Integer({ minimum: 0, description: 'Nights of confirmed stays' }),
  channelNights: Type.Object(nightsByChannel, {
    description: 'Nights of reservations of other channels; never echoes',
  }),
  occupancy: numberOrNull(
    Type.Number({ minimum: 0, maximum: 1 }),
    'Nights sold of those on sale, 0 to 1; null without any on sale',
  ),
  rent: cents('Of direct nights, after discounts and promotions, in cents'),
  extras: cents(
    'What was added to the confirmed stays that check in, before taxes and not part of the rent, in cents',
  ),
  averageNightlyRate: numberOrNull(Type.Integer(), 'Rent by direct night, in cents'),
  revenuePerNight: numberOrNull(Type.Integer(), 'Rent by night on sale, in cents'),
  averageStay: numberOrNull(Type.Number(), 'Nights of the direct stays that check in'),
  averageDaysAhead: numberOrNull(Type.Number(), 'Days from booking to check-in of the same stays'),
  cancellations: Type.Integer({
    minimum: 0,
    description: 'Confirmed stays with check-in then that were cancelled',
  }),
};
const figuresSchema = Type.Object(figures);

/** Counts and what follows from them; money in cents, `null` where a divisor is 0. */
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

const slug = Type.String({ description: 'The slug' });

export const reportSchema = Type.Object({
  properties: Type.Array(Type.Object({ property: slug, title: Type.String(), ...compared }), {
    description: 'The homes of the page with all their months, in the hosts’ order',
  }),
  pages: Type.Integer({ minimum: 1, description: `How many pages of ${homesPerPage} homes there are` }),
  rows: Type.Array(Type.Object({ month: monthSchema, property: slug, ...compared }), {
    description: 'By month, then in the order of the homes of the page',
  }),
  months: Type.Array(Type.Object({ month: monthSchema, ...compared }), {
    description: 'The figures of all homes together',
  }),
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
export type MonthFigures = FigureReport['months'][number];
export type HomeFigures = FigureReport['properties'][number];
export type FigureTotals = FigureReport['totals'];
