import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Price, PriceRules, Stay } from './price.ts';
import { priceOfParty, readBookedRules, toBookedRules } from './price-of-party.ts';
import { priceStay } from './price-stay.ts';

const dates = { checkin: '2027-07-09', checkout: '2027-07-14' };
const stay = (guests: number, pets: number): Stay => ({ ...dates, guests, pets });
const rules = (more: Partial<PriceRules> = {}): PriceRules => ({
  property: {
    nightly_cents: 20_000,
    weekend_cents: null,
    min_nights: 1,
    arrival_days: [],
    guests_included: 4,
  } as unknown as PriceRules['property'],
  rates: [],
  discounts: [{ kind: 'length_of_stay', label: '', from_nights: 5, days_before: null, percent: 7.5 }],
  fees: [
    { label: 'Cleaning', kind: 'per_stay', amount_cents: 15_000, percent: null, is_taxed: true },
    {
      label: 'Extra guest',
      kind: 'per_extra_guest_per_night',
      amount_cents: 1_333,
      percent: null,
      is_taxed: true,
    },
    { label: 'Pet', kind: 'per_pet_per_stay', amount_cents: 7_501, percent: null, is_taxed: false },
    { label: 'Resort', kind: 'percent_of_rent', amount_cents: null, percent: 2.5, is_taxed: true },
  ],
  taxes: [
    {
      label: 'County',
      jurisdiction: 'Bay County',
      percent: 1,
      step: 1,
      first_night: null,
      last_night: null,
      max_nights: null,
    },
    {
      label: 'State',
      jurisdiction: 'Florida',
      percent: 6.125,
      step: 2,
      first_night: null,
      last_night: null,
      max_nights: null,
    },
    {
      label: 'Long',
      jurisdiction: 'Town',
      percent: 5,
      step: 2,
      first_night: null,
      last_night: null,
      max_nights: 3,
    },
  ],
  ...more,
});
const priced = (guests: number, pets: number, of = rules()) =>
  priceStay(of, stay(guests, pets), '2027-03-02');
const party = fc.record({ guests: fc.integer({ min: 1, max: 12 }), pets: fc.integer({ min: 0, max: 4 }) });

test('another party costs what the same stay would have cost with it, line by line', () => {
  fc.assert(
    fc.property(party, party, (before, after) => {
      const price = priced(before.guests, before.pets);
      expect(priceOfParty(price, stay(after.guests, after.pets), toBookedRules(rules()))).toEqual(
        priced(after.guests, after.pets),
      );
    }),
  );
});

test('a price of an older release is priced by its own lines, not by today’s taxes and fees', () => {
  const dearer = rules({
    fees: rules().fees.map((fee) => ({ ...fee, amount_cents: (fee.amount_cents ?? 0) * 2 })),
    taxes: rules().taxes.map((tax) => ({ ...tax, percent: tax.percent * 2 })),
  });
  const price = priced(6, 1);
  const booked = readBookedRules(price, stay(6, 1), toBookedRules(dearer));
  const lines = ({ lines, total }: Price) => ({ lines, total });
  expect(lines(priceOfParty(price, stay(5, 2), booked))).toEqual(lines(priced(5, 2)));
  expect(lines(priceOfParty(price, stay(3, 0), booked))).toEqual(lines(priced(3, 0)));
});

test('the rows of today are used for what an older price has no line of', () => {
  const price = priced(2, 0);
  const booked = readBookedRules(price, stay(2, 0), toBookedRules(rules()));
  expect(priceOfParty(price, stay(5, 1), booked).lines).toEqual(priced(5, 1).lines);
});

test('the rows that are stored with a price win over those of today', () => {
  const price = { ...priced(4, 0), booked: toBookedRules(rules()) };
  const today = toBookedRules(rules({ fees: [], taxes: [] }));
  expect(readBookedRules(price, stay(4, 0), today)).toBe(price.booked);
});
