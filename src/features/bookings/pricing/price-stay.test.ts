import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceRules, promo, stay } from '../../../../test/price-rules.ts';
import { runs } from '../../../../test/runs.ts';
import type { FeeKind } from '../../../db/schema/prices.ts';
import { nightRules } from '../../listings/night-rules.ts';
import { paymentPlans } from './payment-plans.ts';
import { applyPercent, prorate } from './percent.ts';
import type { Fee, PriceRules, Promo, Stay, Tax } from './price.ts';
import { priceStay } from './price-stay.ts';

const home = {
  nightly_cents: 20_000,
  weekend_cents: null,
  min_nights: 1,
  arrival_days: [],
  guests_included: 4,
};
const rules = (more: Partial<PriceRules> = {}): PriceRules => ({
  property: home,
  rates: [],
  discounts: [],
  fees: [],
  taxes: [],
  ...more,
});
const today = '2027-05-01';
const july: Stay = { checkin: '2027-07-05', checkout: '2027-07-08', guests: 2, pets: 0 };

const fee = (kind: FeeKind, amount: number, more: Partial<Fee> = {}): Fee => ({
  label: 'Fee',
  kind,
  amount_cents: amount,
  percent: null,
  is_taxed: true,
  ...more,
});
const tax = (percent: number, more: Partial<Tax> = {}): Tax => ({
  label: 'Tax',
  jurisdiction: 'Bay County',
  percent,
  step: 1,
  first_night: null,
  last_night: null,
  max_nights: null,
  ...more,
});
const rate = (more: object) => ({
  name: 'Summer',
  first_night: '2027-07-01',
  last_night: '2027-07-31',
  nightly_cents: 30_000,
  weekend_cents: null,
  min_nights: null,
  arrival_days: null,
  priority: 0,
  ...more,
});

test('the worked example of Panama City Beach comes to 1,131.20', () => {
  const price = priceStay(
    rules({
      property: { ...home, nightly_cents: 17_000 },
      fees: [fee('per_stay', 15_000, { label: 'Cleaning' })],
      taxes: [tax(6, { step: 2 }), tax(1, { label: 'City' }), tax(1, { step: 2 }), tax(5, { step: 2 })],
    }),
    { ...july, checkout: '2027-07-10' },
    today,
  );
  expect(price.lines.map(({ amount }) => amount)).toEqual([85_000, 15_000, 1_000, 6_060, 1_010, 5_050]);
  expect(price.lines[2]).toMatchObject({ kind: 'tax', label: 'City', jurisdiction: 'Bay County' });
  expect([price.total, price.perNight]).toEqual([113_120, 22_624]);
});

test('the strongest rate wins a night; what it leaves open falls back to its own nightly price, then to the home', () => {
  const property = { ...home, weekend_cents: 25_000, min_nights: 2, arrival_days: ['sat' as const] };
  const night = (rates: object[], date: string) => nightRules(property, rates.map(rate), date);
  expect(night([], '2027-07-08').price).toBe(20_000);
  expect(night([], '2027-07-09').price).toBe(25_000);
  expect(night([{}], '2027-07-09')).toEqual({
    price: 30_000,
    season: 'Summer',
    minNights: 2,
    arrivalDays: ['sat'],
  });
  expect(night([{ nightly_cents: null }], '2027-07-09').price).toBe(25_000);
  expect(night([{ nightly_cents: null }], '2027-07-08').price).toBe(20_000);
  expect(night([{ weekend_cents: 40_000 }, { nightly_cents: 1 }], '2027-07-10').price).toBe(40_000);
  expect(night([{ min_nights: 5, arrival_days: [] }], '2027-07-08')).toMatchObject({
    minNights: 5,
    arrivalDays: [],
  });
  expect(night([{ last_night: '2027-07-08' }], '2027-07-08').season).toBe('Summer');
  expect(night([{ last_night: '2027-07-08' }], '2027-07-09').season).toBe(null);
  expect(night([{ first_night: null, last_night: null }], '2029-01-02').season).toBe('Summer');
});

test('the largest applicable discount of each kind is subtracted from the whole rent', () => {
  const discounts = [
    { kind: 'length_of_stay' as const, label: '', from_nights: 3, days_before: null, percent: 5 },
    { kind: 'length_of_stay' as const, label: 'Week', from_nights: 4, days_before: null, percent: 10 },
    { kind: 'early' as const, label: '', from_nights: null, days_before: 65, percent: 7 },
    { kind: 'last_minute' as const, label: '', from_nights: null, days_before: 64, percent: 9 },
  ];
  const lines = (checkout: string, day = today) =>
    priceStay(rules({ discounts }), { ...july, checkout }, day).lines.slice(1);
  expect(lines('2027-07-08').map(({ amount }) => amount)).toEqual([-3_000, -4_200]);
  expect(lines('2027-07-09').map(({ label }) => label)).toEqual(['Week (10% off)', 'Early booking (7% off)']);
  expect(lines('2027-07-07', '2027-05-02').map(({ label }) => label)).toEqual(['Last minute (9% off)']);
});

test('discounts never take more than the rent, nor a promotion more than what is left', () => {
  const half = { label: '', from_nights: 1, percent: 70 };
  const discounts = [
    { ...half, kind: 'length_of_stay' as const, days_before: null },
    { ...half, kind: 'early' as const, days_before: 1 },
  ];
  expect(priceStay(rules({ discounts }), july, today).total).toBe(0);
  const code: Promo = { code: 'SUN', percent: null, amount_cents: 100_000_00 };
  const price = priceStay(rules({ fees: [fee('per_stay', 500)] }), july, today, code);
  expect(price.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['rent', 60_000],
    ['promo', -60_000],
    ['fee', 500],
  ]);
});

test('each kind of fee is charged for what it says', () => {
  const fees = [
    fee('per_stay', 100),
    fee('per_night', 10),
    fee('per_extra_guest_per_night', 7),
    fee('per_pet_per_stay', 1_000),
    fee('percent_of_rent', 0, { percent: 2.5 }),
  ];
  const amounts = (more: Partial<Stay>) =>
    priceStay(rules({ fees }), { ...july, ...more }, today)
      .lines.slice(1)
      .map(({ amount }) => amount);
  expect(amounts({ guests: 6, pets: 2 })).toEqual([100, 30, 42, 2_000, 1_500]);
  expect(amounts({ guests: 4 })).toEqual([100, 30, 1_500]);
});

test('a tax asks the check-in night for its dates and exempts only longer stays', () => {
  const total = (more: Partial<Tax>) => priceStay(rules({ taxes: [tax(10, more)] }), july, today).total;
  expect(total({ max_nights: 3 })).toBe(66_000);
  expect(total({ max_nights: 2 })).toBe(60_000);
  expect(total({ first_night: '2027-07-05', last_night: '2027-07-05' })).toBe(66_000);
  expect(total({ first_night: '2027-07-06' })).toBe(60_000);
  expect(total({ last_night: '2027-07-04' })).toBe(60_000);
});

test('a longer stay keeps what it was exempt from: the base with the taxes of earlier steps', () => {
  const taxes = [tax(1), tax(6, { step: 2, jurisdiction: 'Florida', max_nights: 2 })];
  const price = (checkout: string) => priceStay(rules({ taxes }), { ...july, checkout }, today);
  expect(price('2027-07-08')).toMatchObject({
    exempt: [{ jurisdiction: 'Florida', base: 60_600 }],
    total: 60_600,
  });
  expect(price('2027-07-07')).not.toHaveProperty('exempt');
});

test('half a cent is rounded away from zero, exactly', () => {
  expect([applyPercent(50, 1), applyPercent(-50, 1), applyPercent(49, 1), applyPercent(150, 1)]).toEqual([
    1, -1, 0, 2,
  ]);
  expect(applyPercent(1_005, 0.1)).toBe(1);
  expect(applyPercent(2_147_483_647, 33.333)).toBe(715_820_724);
  expect(prorate(999_999_999_999, 999_999_999_998, 999_999_999_999)).toBe(999_999_999_998);
  expect([prorate(10, 1, 3), prorate(10, 1, 0), prorate(5, 1, 2)]).toEqual([3, 0, 3]);
});

test('a deposit is offered only when its balance is due more than 14 days from now', () => {
  const property = { depositPercent: 33.333, balanceDueDays: 30 };
  const plans = (now: string, more: object = {}) =>
    paymentPlans({ ...property, ...more }, { total: 100_001, checkin: '2027-07-05', today: now });
  const full = { kind: 'full', dueNow: 100_001, dueLater: [] };
  expect(plans('2027-05-21')).toEqual([
    full,
    { kind: 'deposit', dueNow: 33_333, dueLater: [{ on: '2027-06-05', amount: 66_668 }] },
  ]);
  expect(plans('2027-05-22')).toEqual([full]);
  expect(plans('2027-05-01', { depositPercent: 100 })).toEqual([full]);
});

/** Rounds a fraction of integers half up by magnitude. */
function round(numerator: number, denominator: number): number {
  const exact = BigInt(Math.abs(numerator)) * 2n + BigInt(denominator);
  return Math.sign(numerator) * Number(exact / (2n * BigInt(denominator)));
}
const thousandths = (percent: number): number => Math.round(percent * 1000);

/** Computes the total again by the sentences of the contract, one night and one row after the other. */
function naiveTotal(given: PriceRules, wanted: Stay, day: string, code: Promo | null): number {
  const checkin = Temporal.PlainDate.from(wanted.checkin);
  const nights = checkin.until(wanted.checkout, { largestUnit: 'days' }).days;
  const ahead = Temporal.PlainDate.from(day).until(checkin, { largestUnit: 'days' }).days;
  let rent = 0;
  for (let night = checkin; night.toString() < wanted.checkout; night = night.add({ days: 1 })) {
    const winner = given.rates.filter(
      (one) => (one.first_night ?? '0') <= night.toString() && night.toString() <= (one.last_night ?? '9999'),
    )[0];
    const [own, weekend] = [given.property.nightly_cents, given.property.weekend_cents];
    if (night.dayOfWeek === 5 || night.dayOfWeek === 6)
      rent += winner?.weekend_cents ?? winner?.nightly_cents ?? weekend ?? own;
    else rent += winner?.nightly_cents ?? own;
  }
  let left = rent;
  for (const kind of ['length_of_stay', 'early', 'last_minute']) {
    let best = 0;
    for (const one of given.discounts.filter((other) => other.kind === kind)) {
      let applies = one.from_nights === null ? kind !== 'length_of_stay' : nights >= one.from_nights;
      if (kind === 'early') applies &&= one.days_before !== null && ahead >= one.days_before;
      if (kind === 'last_minute') applies &&= one.days_before !== null && ahead <= one.days_before;
      if (applies) best = Math.max(best, thousandths(one.percent));
    }
    left = Math.max(0, left - round(rent * best, 100_000));
  }
  if (code?.percent) left -= round(left * thousandths(code.percent), 100_000);
  if (code?.amount_cents) left = Math.max(0, left - code.amount_cents);
  let total = left;
  let taxed = left;
  for (const one of given.fees) {
    let amount = one.amount_cents ?? 0;
    if (one.kind === 'per_night') amount *= nights;
    if (one.kind === 'per_extra_guest_per_night')
      amount *= Math.max(0, wanted.guests - given.property.guests_included) * nights;
    if (one.kind === 'per_pet_per_stay') amount *= wanted.pets;
    if (one.kind === 'percent_of_rent') amount = round(rent * thousandths(one.percent ?? 0), 100_000);
    total += amount;
    if (one.is_taxed) taxed += amount;
  }
  for (const step of [1, 2, 3]) {
    let levied = 0;
    for (const one of given.taxes.filter((other) => other.step === step)) {
      const isOutside =
        (one.first_night ?? '0') > wanted.checkin || wanted.checkin > (one.last_night ?? '9999');
      if (isOutside || nights > (one.max_nights ?? 9999)) continue;
      levied += round(taxed * thousandths(one.percent), 100_000);
    }
    taxed += levied;
    total += levied;
  }
  return total;
}

test('5,000 random quotes agree with a naive second implementation, and their lines add up', () => {
  fc.assert(
    fc.property(priceRules, stay, promo, (given, wanted, code) => {
      const price = priceStay(given, wanted, '2027-05-20', code);
      expect(price.total).toBe(naiveTotal(given, wanted, '2027-05-20', code));
      expect(price.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(price.total);
      expect(price.nights.reduce((sum, night) => sum + night.price, 0)).toBe(price.lines[0]?.amount);
      expect(price.lines.every(({ amount }) => Number.isSafeInteger(amount))).toBe(true);
      expect(price.total).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: runs(5_000) },
  );
});
