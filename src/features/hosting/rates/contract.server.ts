import Type, { type Static } from 'typebox';
import {
  cents,
  choice,
  convertedField,
  described,
  list,
  nullable,
  uuid,
  wholeNumber,
} from '../../../platform/http/fields.server.ts';
import { body, type Parsed, type Sent } from '../../../platform/http/shapes.server.ts';
import { type Weekday, weekdays } from '../../../shared/nights.ts';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  slugSchema,
} from '../../../shared/value-schemas.server.ts';
import { nightSpanErrors } from '../../bookings/calendar/night-span.ts';
import { nightSpan } from '../../bookings/calendar/stay-fields.server.ts';

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
  unreachable: Type.Array(Type.Object({ property: slugSchema, ...unreachable.properties }), {
    description: unreachableText,
  }),
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
export type RateEffect = Static<typeof effectSchema>;

export const changedSchema = Type.Object({
  ...effectSchema.properties,
  undo: Type.String({ description: 'The address to POST to, so that everything is as it was' }),
});
export type RatesChanged = Static<typeof changedSchema>;

const maxProperties = 100;
/** $100,000 a night, as the form of a rate takes it. */
const maxCents = 10_000_000;
const maxMinNights = 365;
const maxChangedNights = 750;

const properties = convertedField(
  list(
    uuid('Homes are named by their ids'),
    { min: 1, max: maxProperties, twice: 'The same home is listed twice' },
    { wrong: 'Choose at least one home', maxItems: `Choose at most ${maxProperties} homes` },
  ),
  (ids) => ids.sort(),
);

const centsRange = `a whole number of cents from 1 to ${maxCents}`;

const noArrivalDays = `Days of arrival are a list of ${weekdays.join(', ')}`;

const arrivalDays = convertedField(
  described('Empty: any day', list(choice(weekdays, noArrivalDays), {}, noArrivalDays)),
  (days): Weekday[] => weekdays.filter((day) => days.includes(day)),
);

/** Prices and rules for a range of nights, both inclusive; what is absent stays as it is. */
export const rateChange = body(
  {
    properties,
    ...nightSpan,
    nightly_cents: nullable(cents(`The price of a night must be ${centsRange}`, 1, maxCents)),
    weekend_cents: nullable(cents(`The price of a weekend night must be ${centsRange}`, 1, maxCents)),
    min_nights: nullable(
      wholeNumber(`The fewest nights must be a whole number from 1 to ${maxMinNights}`, 1, maxMinNights),
    ),
    arrival_days: nullable(arrivalDays),
  },
  {
    check({ nightly_cents, weekend_cents, min_nights, arrival_days, ...span }, errors) {
      const isEmpty = !nightly_cents && !weekend_cents && !min_nights && !arrival_days;
      const spanErrors = nightSpanErrors(span, maxChangedNights);
      const isOnlyEmpty = isEmpty && Object.keys({ ...errors, ...spanErrors }).length === 0;
      return {
        ...spanErrors,
        nightly_cents: isOnlyEmpty ? 'Set a price, the fewest nights or the days of arrival' : undefined,
      };
    },
  },
);
export type RateChange = Parsed<typeof rateChange>;
export type SentRateChange = Sent<typeof rateChange>;

export const undoneSchema = Type.Object({
  properties: Type.Array(Type.String()),
  first_night: dateSchema,
  last_night: dateSchema,
});
export type RatesUndone = Static<typeof undoneSchema>;
