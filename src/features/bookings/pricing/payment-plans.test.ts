import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../../shared/nights.ts';
import { paymentPlans, plansOn } from './payment-plans.ts';

const property = { depositPercent: 30, balanceDueDays: 30 };
const full = { kind: 'full', dueNow: 113_120, dueLater: [] };
const stay = { total: 113_120, checkin: '2027-09-01' };

test('a deposit is offered only when check-in is more than 14 days beyond the day of the balance', () => {
  const deposit = { kind: 'deposit', dueNow: 33_936, dueLater: [{ on: '2027-08-02', amount: 79_184 }] };
  expect(paymentPlans(property, { ...stay, today: '2027-07-18' })).toEqual([full, deposit]);
  expect(paymentPlans(property, { ...stay, today: '2027-07-19' })).toEqual([full]);
});

test('deposit and balance add up to the total, with the deposit rounded half up', () => {
  const [, deposit] = paymentPlans(
    { ...property, depositPercent: 50 },
    {
      ...stay,
      total: 10_001,
      today: '2027-06-01',
    },
  );
  expect(deposit).toMatchObject({ dueNow: 5_001, dueLater: [{ amount: 5_000 }] });
});

test('with 100 percent, or for nothing at all, a stay is paid all at once', () => {
  const today = '2027-01-01';
  expect(paymentPlans({ ...property, depositPercent: 100 }, { ...stay, today })).toEqual([full]);
  expect(paymentPlans(property, { ...stay, total: 0, today })).toEqual([{ ...full, dueNow: 0 }]);
});

test.each([
  ['a deposit of 49 cents', 1, 4_900, ['full']],
  ['a deposit of 50 cents', 1, 5_000, ['full', 'deposit']],
  ['a balance of 49 cents', 99, 4_900, ['full']],
  ['a balance of 50 cents', 99, 5_000, ['full', 'deposit']],
])(
  '%s is offered only where a card can be charged it, also of a price stored before',
  (_, percent, total, kinds) => {
    const plans = paymentPlans(
      { ...property, depositPercent: percent },
      { ...stay, total, today: '2027-01-01' },
    );
    expect(plans.map(({ kind }) => kind)).toEqual(kinds);
    const dueNow = Math.round((total * percent) / 100);
    const dueLater = [{ on: '2027-08-02', amount: total - dueNow }];
    const stored = [
      { kind: 'full' as const, dueNow: total, dueLater: [] },
      { kind: 'deposit' as const, dueNow, dueLater },
    ];
    expect(plansOn(stored, '2027-01-01').map(({ kind }) => kind)).toEqual(kinds);
  },
);

test('every plan comes to the total, and charges nothing later than check-in or within two weeks', () => {
  const percent = fc.integer({ min: 1, max: 100_000 }).map((thousandths) => thousandths / 1000);
  fc.assert(
    fc.property(
      percent,
      fc.nat(365),
      fc.nat(1_000_000),
      fc.nat(700),
      (depositPercent, days, total, ahead) => {
        const today = '2027-01-01';
        const checkin = addDays(today, ahead);
        const plans = paymentPlans({ depositPercent, balanceDueDays: days }, { total, checkin, today });
        expect(plans[0]).toEqual({ kind: 'full', dueNow: total, dueLater: [] });
        for (const { dueNow, dueLater } of plans) {
          expect(dueLater.reduce((sum, { amount }) => sum + amount, dueNow)).toBe(total);
          for (const { on, amount } of dueLater) {
            expect(amount).toBeGreaterThan(0);
            expect(on > addDays(today, 14) && on <= checkin).toBe(true);
          }
        }
      },
    ),
  );
});
