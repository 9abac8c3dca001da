import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { priceRules, promo, stay } from '../../../../test/price-rules.ts';
import { runs } from '../../../../test/runs.ts';
import type { PriceLine } from '../pricing/price.ts';
import { priceStay } from '../pricing/price-stay.ts';
import { refundFor } from '../pricing/refund.ts';
import { graceHours, refundPercentAt, refundSteps } from '../pricing/timeline.server.ts';

const processZone = process.env.TZ;
afterEach(() => {
  if (processZone === undefined) delete process.env.TZ;
  else process.env.TZ = processZone;
});

const total = (lines: readonly PriceLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

/** Rent 850, cleaning 150, and the four taxes of Panama City Beach. */
const example: PriceLine[] = [
  { kind: 'rent', label: '5 nights', amount: 85_000 },
  { kind: 'fee', label: 'Cleaning', amount: 15_000, fee: 'per_stay', isTaxed: true },
  { kind: 'tax', label: 'City', jurisdiction: 'City', amount: 1_000, step: 1, base: 100_000 },
  { kind: 'tax', label: 'State', jurisdiction: 'Florida', amount: 6_060, step: 2, base: 101_000 },
  { kind: 'tax', label: 'Surtax', jurisdiction: 'Bay County', amount: 1_010, step: 2, base: 101_000 },
  { kind: 'tax', label: 'Tourist', jurisdiction: 'Bay County', amount: 5_050, step: 2, base: 101_000 },
];

test.each([
  // 42,500 of the rent, 15,000 cleaning: 57.5 % of each tax's base.
  [50, 57_500 + 575 + 3_485 + 581 + 2_904],
  [0, 15_000 + 150 + 909 + 152 + 758],
  [100, 113_120],
])(
  'a refund of %i %% contains the rent’s part, all of the cleaning and the taxes on both',
  (percent, refund) => {
    expect(refundFor(example, { percent, areExtrasBack: true }, 113_120).refund).toBe(refund);
  },
);

test('fees beside cleaning and pets go back with the rent, and taxes only on what was taxed', () => {
  const lines: PriceLine[] = [
    { kind: 'rent', label: '', amount: 10_000 },
    { kind: 'discount', label: '', amount: -1_000 },
    { kind: 'promo', label: '', amount: -1_000 },
    { kind: 'fee', label: '', amount: 2_000, fee: 'per_night', isTaxed: false },
    { kind: 'fee', label: '', amount: 500, fee: 'per_pet_per_stay', isTaxed: false },
    { kind: 'tax', label: '', jurisdiction: '', amount: 800, step: 1, base: 8_000 },
  ];
  expect(refundFor(lines, { percent: 25, areExtrasBack: true }, 20_000)).toEqual({
    refund: 2_500 + 500 + 200,
    percent: 25,
    rentAndFees: 2_500,
    cleaningAndPets: 500,
    extras: 0,
    taxes: 200,
  });
});

test('a refund is never more than was paid, grows with its percentage, and at 100 % is the total to the cent', () => {
  fc.assert(
    fc.property(
      priceRules,
      stay,
      promo,
      fc.integer({ min: 0, max: 100 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (rules, wanted, code, percent, share) => {
        const { lines } = priceStay(rules, wanted, '2027-05-20', code);
        const paid = Math.floor(total(lines) * share);
        const { refund } = refundFor(lines, { percent, areExtrasBack: true }, paid);
        expect(refund).toBeLessThanOrEqual(paid);
        expect(refund).toBeGreaterThanOrEqual(0);
        expect(refundFor(lines, { percent: 100, areExtrasBack: true }, total(lines)).refund).toBe(
          total(lines),
        );
        expect(refundFor(lines, { percent, areExtrasBack: true }, total(lines)).refund).toBeLessThanOrEqual(
          refundFor(lines, { percent: Math.min(100, percent + 1), areExtrasBack: true }, total(lines)).refund,
        );
      },
    ),
    { numRuns: runs(2_000) },
  );
});

const policy = {
  name: 'Firm',
  steps: [
    { days_before: 30, refund_percent: 50 },
    { days_before: 60, refund_percent: 100 },
    { days_before: 90, refund_percent: 50 },
  ],
  graceHours: 48,
};

test('the time line goes from most to least, each step until the check-in time of its day', () => {
  const stayAt = { checkin: '2027-07-09', check_in_from: '16:00' };
  expect(refundSteps(policy, stayAt)).toEqual([
    { until: new Date('2027-05-10T21:00:00Z'), refundPercent: 100 },
    { until: new Date('2027-06-09T21:00:00Z'), refundPercent: 50 },
  ]);
  expect(refundSteps(policy, stayAt, new Date('2027-05-10T21:00:00Z'))).toHaveLength(1);
});

test('the time line leaves out a step that refunds nothing', () => {
  const stayAt = { checkin: '2027-07-09', check_in_from: '16:00' };
  const steps = [...policy.steps, { days_before: 0, refund_percent: 0 }];
  expect(refundSteps({ ...policy, steps }, stayAt)).toEqual(refundSteps(policy, stayAt));
  const strict = { ...policy, steps: [{ days_before: 0, refund_percent: 0 }] };
  expect(refundSteps(strict, stayAt)).toEqual([]);
});

test.each(['UTC', 'Pacific/Honolulu', 'Pacific/Kiritimati'])(
  'steps end by the clock of the homes, also where it changes, on a machine in %s',
  (zone) => {
    process.env.TZ = zone;
    const one = { ...policy, steps: [{ days_before: 7, refund_percent: 80 }], graceHours: 0 };
    const bookedAt = new Date('2027-01-01T00:00:00Z');
    const at = (checkin: string, now: string) =>
      refundPercentAt(one, { checkin, check_in_from: '23:59', bookedAt }, new Date(now));
    expect(at('2027-03-21', '2027-03-15T04:58:59Z')).toBe(80);
    expect(at('2027-03-21', '2027-03-15T04:59:01Z')).toBe(0);
    expect(at('2027-03-20', '2027-03-14T05:58:59Z')).toBe(80);
    expect(at('2027-03-20', '2027-03-14T05:59:01Z')).toBe(0);
    expect(at('2027-11-14', '2027-11-08T05:58:59Z')).toBe(80);
    expect(at('2027-11-14', '2027-11-08T05:59:01Z')).toBe(0);
    expect(at('2027-11-13', '2027-11-07T04:58:59Z')).toBe(80);
    expect(at('2027-11-13', '2027-11-07T04:59:01Z')).toBe(0);
  },
);

test('within the grace hours everything goes back, while check-in is at least 7 days away', () => {
  const booked = {
    checkin: '2027-07-09',
    check_in_from: '16:00',
    bookedAt: new Date('2027-06-30T12:00:00Z'),
  };
  expect(refundPercentAt(policy, booked, new Date('2027-07-02T12:00:00Z'))).toBe(100);
  expect(refundPercentAt(policy, booked, new Date('2027-07-02T12:00:01Z'))).toBe(0);
  const later = { ...booked, bookedAt: new Date('2027-07-03T04:00:00Z') };
  expect(graceHours(policy, later.checkin, new Date('2027-07-03T04:59:00Z'))).toBe(48);
  expect(refundPercentAt(policy, later, new Date('2027-07-03T04:59:00Z'))).toBe(100);
  expect(refundPercentAt(policy, later, new Date('2027-07-03T05:01:00Z'))).toBe(0);
});
