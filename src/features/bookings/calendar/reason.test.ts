import { expect, test } from 'vitest';
import type { StayProblem } from './check-stay.ts';
import { reasonMessage, type SoldStay } from './reason.ts';

const stay = { checkin: '2027-07-10', checkout: '2027-07-17' };
const sentence = (problem: StayProblem, nearest: SoldStay[] = []) =>
  reasonMessage(problem, { title: 'The Beachcomber', stay, nearest, currency: 'usd' });
const taken = (from: string, until: string, isBooked = true): StayProblem => ({
  reason: 'dates_taken',
  from,
  until,
  isBooked,
});
const week = { checkin: '2027-07-07', checkout: '2027-07-14', total: 174_300 };

test('taken dates name the first booked day and what is free, with its price', () => {
  expect(sentence(taken('2027-07-14', '2027-07-17'), [week])).toBe(
    'The Beachcomber is booked from July 14. July 7 to 14 is free, $1,743 in all.',
  );
});

test.each<[string, StayProblem, string]>([
  ['its first nights', taken('2027-07-10', '2027-07-12'), 'is booked until July 12.'],
  ['all nights', taken('2027-07-10', '2027-07-17'), 'is booked on all of these nights.'],
  ['closed nights', taken('2027-07-12', '2027-07-13', false), 'is not available from July 12.'],
])('taken dates mention %s', (_, problem, words) => {
  expect(sentence(problem)).toBe(`The Beachcomber ${words} No stay of this length is free close to it.`);
});

test.each<[string, Partial<SoldStay>, string]>([
  ['months', { checkin: '2027-06-28', checkout: '2027-07-05' }, 'June 28 to July 5 is free, $1,743 in all.'],
  [
    'years',
    { checkin: '2028-01-02', checkout: '2028-01-09' },
    'January 2, 2028 to January 9, 2028 is free, $1,743 in all.',
  ],
  ['cents', { total: 174_350 }, 'July 7 to 14 is free, $1,743.50 in all.'],
])('free dates are named across %s', (_, more, words) => {
  expect(sentence(taken('2027-07-14', '2027-07-17'), [{ ...week, ...more }])).toContain(words);
});

test.each<[StayProblem, string]>([
  [
    { reason: 'not_open', why: 'coming_soon' },
    'The Beachcomber is not open yet. Join its waitlist, and you hear first when it can be booked.',
  ],
  [
    { reason: 'not_open', why: 'inquiry' },
    'The hosts arrange every stay in The Beachcomber themselves. Send them your dates, and they answer within 24 hours.',
  ],
  [
    { reason: 'not_open', why: 'nights' },
    'The Beachcomber is not open for booking on these dates yet. Please ask us about them.',
  ],
  [
    { reason: 'too_soon', date: '2027-07-12' },
    'The first check-in that can be booked is July 12, 2027. July 7 to 14 is free, $1,743 in all.',
  ],
  [
    { reason: 'too_far', date: '2027-07-12' },
    'Stays can be booked up to a check-out on July 12, 2027. July 7 to 14 is free, $1,743 in all.',
  ],
  [
    { reason: 'too_short', nights: 8 },
    'A stay that begins on this day is at least 8 nights. July 7 to 14 is free, $1,743 in all.',
  ],
  [
    { reason: 'too_long', nights: 5 },
    'A stay in this home is at most 5 nights. July 7 to 14 is free, $1,743 in all.',
  ],
  [
    { reason: 'arrival_day', days: ['sat', 'sun'] },
    'Stays on these dates begin on a Saturday or Sunday. July 7 to 14 is free, $1,743 in all.',
  ],
  [{ reason: 'too_many_guests', max: 6 }, 'This home takes at most 6 guests.'],
  [{ reason: 'too_many_pets', max: 0 }, 'Pets cannot stay in this home.'],
  [{ reason: 'too_many_pets', max: 1 }, 'This home takes at most 1 pet.'],
])('%j is a sentence that a guest can act on', (problem, words) => {
  const hasNear = words.includes('is free');
  expect(sentence(problem, hasNear ? [week] : [])).toBe(words);
});
