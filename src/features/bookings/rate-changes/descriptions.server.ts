import Type from 'typebox';
import type { Description } from '../../../platform/openapi/document.server.ts';
import { weekdays } from '../../../shared/nights.ts';
import { amountSchema, currencySchema, dateSchema } from '../calendar/calendar.schema.server.ts';

const count = (description: string) => Type.Integer({ minimum: 0, description });
const prices = Type.Object(
  { lowest: amountSchema, highest: amountSchema },
  { description: 'The prices of those nights; 0 is not for sale' },
);

const figures = {
  nights: count('Nights of the range, summed over the homes'),
  changedNights: count('Those whose price or rules become others'),
  bookedNights: count('Those that are booked already: their guests pay what they agreed to'),
  before: prices,
  after: prices,
  openQuotes: count('Prices that guests may still book as they were quoted'),
  openOffers: count('Offers that guests may still accept as they were sent'),
};

const unreachable = Type.Object({
  first_night: dateSchema,
  last_night: dateSchema,
  reason: Type.Enum(['arrival_days', 'min_nights']),
  message: Type.String({ description: 'The reason in a sentence for hosts' }),
  wasReachable: Type.Boolean({ description: 'Whether guests could book them before' }),
});
const unreachableText = 'Free nights that no stay can take under the rules after the change';

export const effectSchema = Type.Object({
  ...figures,
  unreachable: Type.Array(
    Type.Object({ property: Type.String({ description: 'The home’s slug' }), ...unreachable.properties }),
    { description: unreachableText },
  ),
  currency: currencySchema,
  properties: Type.Array(
    Type.Object({
      id: Type.String(),
      slug: Type.String(),
      title: Type.String(),
      ...figures,
      unreachable: Type.Array(unreachable, { description: unreachableText }),
    }),
  ),
});

const rateChangeSchema = Type.Object(
  {
    properties: Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: 100 }),
    first_night: dateSchema,
    last_night: dateSchema,
    nightly_cents: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    weekend_cents: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    min_nights: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
    arrival_days: Type.Optional(Type.Array(Type.Enum(weekdays), { description: 'Empty: any day' })),
  },
  { additionalProperties: false },
);

const bodyErrors: Description['refusals'] = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'notFound',
  'tooLarge',
  'unsupportedType',
];

export const rateDescriptions = {
  preview: {
    summary: 'What a change of prices or rules would do; nothing is changed',
    details: 'Both nights are part of the range, at most 750 nights, at most 100 homes.',
    body: rateChangeSchema,
    answer: effectSchema,
    refusals: bodyErrors,
  },
  change: {
    summary: 'Sets prices and rules of a range of nights, above every rate that stands there',
    details:
      'What is left out stays as it is, but a price without one for weekends is for every night. The same change again, while its rates are untouched, changes nothing and gives the same answer.',
    body: rateChangeSchema,
    answer: Type.Object({
      ...effectSchema.properties,
      undo: Type.String({ description: 'The address to POST to, so that everything is as it was' }),
    }),
    refusals: bodyErrors,
  },
  undo: {
    summary: 'Takes a change of prices and rules back, once',
    details: '409 when it has been taken back already, or when any rate of those nights has changed since.',
    answer: Type.Object({
      properties: Type.Array(Type.String()),
      first_night: dateSchema,
      last_night: dateSchema,
    }),
    refusals: ['invalid', 'unauthenticated', 'forbidden', 'notFound', 'conflict'],
  },
} satisfies Record<string, Description>;
