import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pricedExtras, priceRules, promo, stay } from '../../../../test/price-rules.ts';
import { runs } from '../../../../test/runs.ts';
import type { ExtraKind } from '../../../db/schema/prices.ts';
import { type PricedExtra, type PriceRules, type Stay, sum, toBillLines } from './price.ts';
import { extraLines } from './price-lines.ts';
import { isExtraLine, priceWithExtras, taxesOfExtra, toPricedExtra } from './price-of-extras.ts';
import { priceOfParty, toBookedRules } from './price-of-party.ts';
import { priceStay } from './price-stay.ts';

const today = '2027-05-20';
const july: Stay = { checkin: '2027-07-05', checkout: '2027-07-08', guests: 4, pets: 0 };
const tax = { first_night: null, last_night: null, max_nights: null };
const rules: PriceRules = {
  property: {
    nightly_cents: 20_000,
    weekend_cents: null,
    min_nights: 1,
    arrival_days: [],
    guests_included: 4,
  },
  rates: [],
  discounts: [],
  fees: [{ label: 'Cleaning', kind: 'per_stay', amount_cents: 15_000, percent: null, is_taxed: true }],
  taxes: [
    { ...tax, label: 'City', jurisdiction: 'City', percent: 1, step: 1 },
    { ...tax, label: 'State', jurisdiction: 'Florida', percent: 6, step: 2 },
  ],
};
const extra = (charged: ExtraKind, unitCents: number, more: Partial<PricedExtra> = {}): PricedExtra => ({
  label: 'Extra',
  quantity: 1,
  charged,
  unitCents,
  isTaxed: true,
  extraId: null,
  ...more,
});

test('an extra stands after the fees and before the taxes, which are levied on it where it is taxed', () => {
  const price = priceStay(rules, july, today, null, 0, [
    extra('per_stay', 4_500, { label: 'Beach cart' }),
    extra('per_item', 1_500, { label: 'Crib', quantity: 2, isTaxed: false }),
  ]);
  expect(toBillLines(price.lines)).toEqual([
    { kind: 'rent', label: '3 nights', amount: 60_000 },
    { kind: 'fee', label: 'Cleaning', amount: 15_000 },
    { kind: 'extra', label: 'Beach cart', amount: 4_500, quantity: 1 },
    { kind: 'extra', label: 'Crib', amount: 3_000, quantity: 2 },
    { kind: 'tax', label: 'City', amount: 795, jurisdiction: 'City' },
    { kind: 'tax', label: 'State', amount: 4_818, jurisdiction: 'Florida' },
  ]);
  expect(price.total).toBe(88_113);
});

test('each kind of extra is charged for what it says', () => {
  const kinds: ExtraKind[] = ['per_stay', 'per_night', 'per_guest', 'per_guest_per_night', 'per_item'];
  const { lines } = priceStay(
    rules,
    july,
    today,
    null,
    0,
    kinds.map((kind) => extra(kind, 100, { quantity: kind === 'per_item' ? 3 : 1 })),
  );
  expect(lines.filter(isExtraLine).map(({ amount }) => amount)).toEqual([100, 300, 400, 1_200, 300]);
});

test('discounts and a promotion touch no extra', () => {
  const code = { code: 'FREE', percent: 100, amount_cents: null };
  const { lines } = priceStay({ ...rules, fees: [], taxes: [] }, july, today, code, 0, [
    extra('per_stay', 500),
  ]);
  expect(lines.map(({ amount }) => amount)).toEqual([60_000, -60_000, 500]);
});

test('a price without extras is what it was, and with them its lines add up', () => {
  fc.assert(
    fc.property(priceRules, stay, promo, pricedExtras, (given, wanted, code, extras) => {
      const without = priceStay(given, wanted, today, code);
      const price = priceStay(given, wanted, today, code, 0, extras);
      expect(priceStay(given, wanted, today, code, 0, [])).toEqual(without);
      expect(sum(price.lines)).toBe(price.total);
      expect(price.lines.filter(({ kind }) => kind !== 'extra' && kind !== 'tax')).toEqual(
        without.lines.filter(({ kind }) => kind !== 'tax'),
      );
      expect(price.total - without.total).toBeGreaterThanOrEqual(sum(price.lines.filter(isExtraLine)));
    }),
    { numRuns: runs(5_000) },
  );
});

test('extras that are added later cost what they would have cost at booking, with the taxes of each as it is added', () => {
  fc.assert(
    fc.property(priceRules, stay, pricedExtras, (given, wanted, extras) => {
      const { taxes } = toBookedRules(given);
      const whole = priceStay(given, wanted, today, null, 0, extras);
      const without = priceStay(given, wanted, today);
      expect(priceWithExtras(without, wanted, taxes, extraLines(extras, wanted))).toEqual(whole);
      expect(priceWithExtras(whole, wanted, taxes, [])).toEqual(without);
      const [last] = whole.lines.filter(isExtraLine).slice(-1);
      if (!last) return;
      const before = priceWithExtras(whole, wanted, taxes, extraLines(extras.slice(0, -1), wanted));
      const own = taxesOfExtra(last, { taxes, stay: wanted, lines: before.lines });
      expect(before.total + last.amount + own).toBe(whole.total);
      expect(toPricedExtra(last)).toEqual(extras.at(-1));
    }),
    { numRuns: runs(5_000) },
  );
});

test('another party changes only the extras per guest, and the taxes on them', () => {
  fc.assert(
    fc.property(priceRules, stay, stay, pricedExtras, (random, wanted, { guests, pets }, extras) => {
      const after = { ...wanted, guests, pets };
      // The order of the taxes follows from their names.
      const fees = random.fees.map((fee, index) => ({ ...fee, label: `${fee.label} ${index}` }));
      const given = { ...random, fees };
      const price = priceStay(given, wanted, today, null, 0, extras);
      expect(priceOfParty(price, after, toBookedRules(given))).toEqual(
        priceStay(given, after, today, null, 0, extras),
      );
    }),
    { numRuns: runs(5_000) },
  );
});
