import { expect, test } from 'vitest';
import { moveRequest } from './contract.server.ts';
import { settleMove } from './move.ts';

const parseMoveRequest = moveRequest.parse;

const dates = { checkin: '2027-07-09', checkout: '2027-07-14' };

test('a move needs no more than its dates', () => {
  expect(parseMoveRequest(dates)).toEqual(dates);
  const whole = { ...dates, property: 'gulf-breeze', total: 0, keepPrice: true, note: 'As we said.' };
  expect(parseMoveRequest(whole)).toEqual(whole);
});

test.each([
  ['an empty home', { property: '' }, 'property'],
  ['a negative total', { total: -1 }, 'total'],
  ['a total that is no whole number', { total: 10.5 }, 'total'],
  ['a total as a text', { total: '100' }, 'total'],
  ['a kept price that is neither true nor false', { keepPrice: 'yes' }, 'keepPrice'],
  ['counted refunds that are neither true nor false', { countRefunds: 1 }, 'countRefunds'],
  ['a note above 2,000 characters', { note: 'x'.repeat(2001) }, 'note'],
  ['a note that cannot be stored', { note: 'a\0' }, 'note'],
  ['an unknown field', { guests: 3 }, 'guests'],
])('a move with %s is rejected', (_, change, field) => {
  expect(() => parseMoveRequest({ ...dates, ...change })).toThrow(
    expect.objectContaining({ code: 'invalid', fields: { [field]: expect.any(String) } }),
  );
});

test('a move without dates is rejected with any other fields', () => {
  for (const input of [null, 'x', [], {}])
    expect(() => parseMoveRequest(input)).toThrow(
      expect.objectContaining({
        fields: { checkin: expect.any(String), checkout: expect.any(String) },
      }),
    );
});

const deposit = { isDeposit: true, balanceDueDays: 30 };
const today = '2027-06-01';

test.each([
  [
    'what a deposit leaves open is due on its day',
    12_000,
    '2027-07-09',
    deposit,
    { due: 2_000, dueOn: '2027-06-09', refund: 0 },
  ],
  [
    'the day itself is too late for that',
    12_000,
    '2027-07-01',
    deposit,
    { due: 2_000, dueOn: null, refund: 0 },
  ],
  [
    'without a deposit it is asked for at once',
    12_000,
    '2027-07-09',
    { ...deposit, isDeposit: false },
    { due: 2_000, dueOn: null, refund: 0 },
  ],
  ['what is too much goes back', 8_000, '2027-07-09', deposit, { due: 0, dueOn: null, refund: 2_000 }],
  ['an equal price changes nothing', 10_000, '2027-07-09', deposit, { due: 0, dueOn: null, refund: 0 }],
])('of $100 paid: %s', (_, total, checkin, rules, money) => {
  expect(settleMove({ total, paid: 10_000, checkin }, rules, today)).toEqual(money);
});
