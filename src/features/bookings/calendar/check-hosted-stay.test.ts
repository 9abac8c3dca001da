import { expect, test } from 'vitest';
import { checkHostedStay, checkStay } from './check-stay.ts';
import type { CalendarRules, Occupied } from './night-reader.ts';

const today = '2027-06-01';
const property: CalendarRules['property'] = {
  nightly_cents: 20_000,
  weekend_cents: 25_000,
  min_nights: 3,
  max_nights: 7,
  arrival_days: ['sat'],
  booking_mode: 'inquiry',
  is_coming_soon: false,
  turnover_nights: 1,
  lead_days: 5,
  horizon_days: 30,
  guests: 6,
  max_pets: 1,
};
const stay = { checkin: '2027-06-10', checkout: '2027-06-12', guests: 2, pets: 0 };
const check = (
  changed: Partial<CalendarRules['property']> = {},
  asked: Partial<typeof stay> = {},
  occupied: Occupied[] = [],
) =>
  checkHostedStay(
    { property: { ...property, ...changed }, rates: [], occupied, today },
    { ...stay, ...asked },
    today,
  );

test('hosts set the rules for guests aside: mode, fewest nights, day of arrival, notice and horizon', () => {
  const rules = { property, rates: [], occupied: [], today };
  expect(checkStay(rules, stay)).toMatchObject({ reason: 'not_open' });
  expect(check()).toBeNull();
  expect(check({}, { checkin: today, checkout: '2027-06-02' })).toBeNull();
  expect(check({}, { checkin: '2028-06-10', checkout: '2028-07-20' })).toBeNull();
});

test.each([
  ['a home that is not open yet', { is_coming_soon: true }, {}, { reason: 'not_open', why: 'coming_soon' }],
  ['more guests than places', {}, { guests: 7 }, { reason: 'too_many_guests', max: 6 }],
  ['more pets than allowed', {}, { pets: 2 }, { reason: 'too_many_pets', max: 1 }],
  ['a check-in before today', {}, { checkin: '2027-05-31' }, { reason: 'too_soon', date: today }],
  ['no night at all', {}, { checkout: stay.checkin }, { reason: 'too_short', nights: 1 }],
  ['more than two years', {}, { checkout: '2029-06-10' }, { reason: 'too_long', nights: 730 }],
  [
    'a check-in more than three years ahead',
    {},
    { checkin: '2030-06-01', checkout: '2030-06-03' },
    { reason: 'too_far', date: '2030-06-01' },
  ],
  ['nights without a price', { nightly_cents: 0 }, {}, { reason: 'not_open', why: 'nights' }],
])('not even hosts can place a stay with %s', (_, changed, asked, problem) => {
  expect(check(changed, asked)).toEqual(problem);
});

test.each([
  ['a booking', 'booking', true],
  ['a stay of another channel', 'feed_reservation', true],
  ['a block', 'block', false],
  ['nights that another channel closed', 'feed_block', false],
] as const)('not even hosts can place a stay over %s', (_, kind, isBooked) => {
  const occupied = [{ kind, from: '2027-06-11', until: '2027-06-14' }];
  expect(check({ turnover_nights: 0 }, {}, occupied)).toEqual({
    reason: 'dates_taken',
    isBooked,
    from: '2027-06-11',
    until: '2027-06-12',
  });
});

test('the turnover behind a stay is taken for hosts, too', () => {
  const before: Occupied[] = [{ kind: 'booking', from: '2027-06-07', until: '2027-06-10' }];
  expect(check({}, {}, before)).toMatchObject({ reason: 'dates_taken', from: '2027-06-10' });
  expect(check({ turnover_nights: 0 }, {}, before)).toBeNull();
});
