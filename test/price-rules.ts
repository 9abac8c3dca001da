import fc from 'fast-check';
import type { DiscountKind, ExtraKind, FeeKind } from '../src/db/schema/prices.ts';
import type { PricedExtra, PriceRules, Promo, Stay } from '../src/features/bookings/pricing/price.ts';
import type { Rate } from '../src/features/listings/night-rules.ts';
import type { Weekday } from '../src/shared/nights.ts';

/* Arbitrary homes, prices and stays around one summer, for the property tests of bookings. */

const firstDay = Temporal.PlainDate.from('2027-06-01');

/** A date within the given days of 2027-06-01. */
export const dateWithin = (from: number, to: number): fc.Arbitrary<string> =>
  fc.integer({ min: from, max: to }).map((days) => firstDay.add({ days }).toString());

export const cents = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });
export const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const percent = fc.integer({ min: 1, max: 100_000 }).map((thousandths) => thousandths / 1000);
const days: Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
export const arrivalDays = fc.oneof(fc.constant<Weekday[]>([]), fc.subarray(days, { minLength: 1 }));

export const nightRuleColumns = {
  nightly_cents: cents(90_000),
  weekend_cents: orNull(cents(120_000)),
  min_nights: fc.integer({ min: 1, max: 4 }),
  arrival_days: arrivalDays,
};

export const rate: fc.Arbitrary<Rate> = fc.record({
  name: fc.constantFrom('', 'Summer', 'Spring'),
  first_night: orNull(dateWithin(-10, 40)),
  last_night: orNull(dateWithin(0, 60)),
  nightly_cents: orNull(cents(90_000)),
  weekend_cents: orNull(cents(120_000)),
  min_nights: orNull(fc.integer({ min: 1, max: 5 })),
  arrival_days: orNull(arrivalDays),
  priority: fc.integer({ min: 0, max: 2 }),
});

export const priceRules: fc.Arbitrary<PriceRules> = fc.record({
  property: fc.record({ ...nightRuleColumns, guests_included: fc.integer({ min: 1, max: 8 }) }),
  rates: fc.array(rate, { maxLength: 4 }),
  discounts: fc.array(
    fc.record({
      kind: fc.constantFrom<DiscountKind>('length_of_stay', 'early', 'last_minute'),
      label: fc.constantFrom('', 'Snowbirds'),
      from_nights: orNull(fc.integer({ min: 1, max: 9 })),
      days_before: orNull(fc.integer({ min: 0, max: 50 })),
      percent,
    }),
    { maxLength: 4 },
  ),
  fees: fc.array(
    fc.record({
      label: fc.constantFrom('Cleaning', 'Linen'),
      kind: fc.constantFrom<FeeKind>(
        'per_stay',
        'per_night',
        'per_extra_guest_per_night',
        'per_pet_per_stay',
        'percent_of_rent',
      ),
      amount_cents: orNull(cents(30_000)),
      percent: orNull(percent),
      is_taxed: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  taxes: fc.array(
    fc.record({
      label: fc.constantFrom('State', 'County'),
      jurisdiction: fc.constantFrom('Florida', 'Bay County'),
      percent,
      step: fc.integer({ min: 1, max: 3 }),
      first_night: orNull(dateWithin(-10, 20)),
      last_night: orNull(dateWithin(10, 50)),
      max_nights: orNull(fc.integer({ min: 1, max: 10 })),
    }),
    { maxLength: 4 },
  ),
});

export const pricedExtras: fc.Arbitrary<PricedExtra[]> = fc.array(
  fc.record({
    label: fc.constantFrom('Crib', 'Beach cart'),
    quantity: fc.integer({ min: 1, max: 20 }),
    charged: fc.constantFrom<ExtraKind>(
      'per_stay',
      'per_night',
      'per_guest',
      'per_guest_per_night',
      'per_item',
    ),
    unitCents: cents(30_000),
    isTaxed: fc.boolean(),
    extraId: fc.uuid(),
  }),
  { maxLength: 4 },
);

export const promo: fc.Arbitrary<Promo | null> = orNull(
  fc.oneof(
    fc.record({ code: fc.constant('A'), percent, amount_cents: fc.constant(null) }),
    fc.record({ code: fc.constant('B'), percent: fc.constant(null), amount_cents: cents(300_000) }),
  ),
);

export const stay: fc.Arbitrary<Stay> = fc
  .record({
    checkin: dateWithin(0, 40),
    nights: fc.integer({ min: 1, max: 12 }),
    guests: fc.integer({ min: 1, max: 10 }),
    pets: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ nights, ...rest }) => ({
    ...rest,
    checkout: Temporal.PlainDate.from(rest.checkin).add({ days: nights }).toString(),
  }));
