import Type from 'typebox';
import type { Description } from '../../platform/openapi/document.server.ts';
import { channels } from './figures.ts';
import { maxMonths } from './query.ts';

const month = Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'YYYY-MM' });
const cents = (description: string) => Type.Integer({ description });
const orNull = (schema: Type.TSchema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const nights = Type.Integer({ minimum: 0 });

const figures = {
  nightsOnSale: Type.Integer({
    minimum: 0,
    description: 'From the day on which the property was made, less nights that hosts or channels closed',
  }),
  nightsSold: Type.Integer({ minimum: 0, description: 'Direct nights and those of channels' }),
  directNights: Type.Integer({ minimum: 0, description: 'Of confirmed stays' }),
  channelNights: Type.Object(Object.fromEntries(channels.map((channel) => [channel, nights])), {
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

const compared = {
  ...figures,
  lastYear: Type.Object(figures, { description: 'The same months of the year before' }),
  onTheBooks: Type.Object(figures, {
    description: 'The same months of the year before, as they stood at the end of this day a year ago',
  }),
};

const report = Type.Object({
  rows: Type.Array(Type.Object({ month, property: Type.String({ description: 'Its slug' }), ...compared })),
  totals: Type.Object({
    ...compared,
    agentBookings: Type.Integer({
      minimum: 0,
      description: 'Confirmed stays that check in and began at the link of a guest’s agent',
    }),
  }),
});

const shared: Pick<Description, 'query' | 'refusals'> = {
  query: {
    from: { schema: month, required: true, description: 'The first month' },
    to: {
      schema: month,
      required: true,
      description: `The last month, inclusive; at most ${maxMonths} in all`,
    },
    property: { schema: Type.String(), description: 'The slug of one property' },
  },
  refusals: ['invalid', 'unauthenticated', 'forbidden', 'notFound'],
};

export const figureDescriptions = {
  figures: {
    summary: 'The figures of the business by month and property',
    details:
      'Nights, rent and rates by the night; length of stay, days ahead and cancellations by the month of the check-in. Money in cents.',
    answer: report,
    ...shared,
  },
  csv: {
    summary: 'The figures as CSV',
    answer: { type: 'string', description: 'text/csv; amounts with a decimal point' },
    ...shared,
  },
} satisfies Record<string, Description>;
