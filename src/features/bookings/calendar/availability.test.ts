import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateWithin, nightRuleColumns, orNull, rate } from '../../../../test/price-rules.ts';
import { runs } from '../../../../test/runs.ts';
import type { OccupiedKind } from '../../../db/schema/lodging.ts';
import { addDays, daysBetween, toWeekday } from '../../../shared/nights.ts';
import { calendarDays } from './availability.ts';
import { checkStay } from './check-stay.ts';
import { nearestStays } from './nearest-stays.ts';
import type { CalendarRules, Occupied } from './night-reader.ts';

const today = '2027-06-01';
const home: CalendarRules['property'] = {
  nightly_cents: 20_000,
  weekend_cents: 25_000,
  min_nights: 2,
  max_nights: 7,
  arrival_days: [],
  booking_mode: 'instant',
  is_coming_soon: false,
  turnover_nights: 0,
  lead_days: 0,
  horizon_days: 30,
  guests: 6,
  max_pets: 1,
};
const rules = (more: Partial<CalendarRules['property']> = {}, occupied: Occupied[] = []): CalendarRules => ({
  property: { ...home, ...more },
  rates: [],
  occupied,
  today,
});
const stay = (checkin: string, checkout: string, more = {}) => ({
  checkin,
  checkout,
  guests: 2,
  pets: 0,
  ...more,
});
const taken = (kind: OccupiedKind, from: string, until: string): Occupied => ({ kind, from, until });
const dayOf = (given: CalendarRules, date: string) => calendarDays(given, date, addDays(date, 1))[0];

test('a day says what its night costs, whether one may come and go, and how long a stay must be', () => {
  expect(dayOf(rules(), '2027-06-11')).toEqual({
    date: '2027-06-11',
    isFree: true,
    canArrive: true,
    canDepart: true,
    minNights: 2,
    price: 25_000,
  });
  expect(dayOf(rules({ arrival_days: ['sat'] }), '2027-06-11')).toMatchObject({
    isFree: true,
    canArrive: false,
  });
});

test('the day of a check-in is free to depart, and the day of a check-out free to arrive', () => {
  const given = rules({}, [taken('booking', '2027-06-10', '2027-06-12')]);
  const days = calendarDays(given, '2027-06-09', '2027-06-13');
  expect(days.map(({ isFree, canDepart, why }) => [isFree, canDepart, why])).toEqual([
    [true, true, undefined],
    [false, true, 'booked'],
    [false, false, 'booked'],
    [true, false, undefined],
  ]);
});

test('turnover lies before and behind bookings and reservations of feeds, never around blocks', () => {
  const why = (kind: OccupiedKind) =>
    calendarDays(
      rules({ turnover_nights: 2 }, [taken(kind, '2027-06-10', '2027-06-11')]),
      '2027-06-07',
      '2027-06-14',
    ).map((day) => day.why);
  const around = ['turnover', 'turnover', 'booked', 'turnover', 'turnover'];
  expect(why('booking')).toEqual([undefined, ...around, undefined]);
  expect(why('feed_reservation')).toEqual([undefined, ...around, undefined]);
  const alone = [undefined, undefined, undefined, 'blocked', undefined, undefined, undefined];
  expect(why('block')).toEqual(alone);
  expect(why('feed_block')).toEqual(alone);
});

test.each([
  ['yesterday', {}, '2027-05-31', 'too_soon'],
  ['today', {}, today, undefined],
  ['today, with a lead of two days', { lead_days: 2 }, '2027-06-02', 'too_soon'],
  ['the first day of a lead of two days', { lead_days: 2 }, '2027-06-03', undefined],
  ['the last night of the horizon', {}, '2027-07-01', undefined],
  ['the night after the horizon', {}, '2027-07-02', 'too_far'],
  ['a home by inquiry', { booking_mode: 'inquiry' as const }, '2027-06-05', 'not_open'],
  ['a home that is coming soon', { is_coming_soon: true }, '2027-06-05', 'not_open'],
  ['a night without a price', { nightly_cents: 0 }, '2027-06-07', 'not_open'],
])('%s: the reason is the right one', (_, more, date, why) => {
  expect(dayOf(rules(more), date)?.why).toBe(why);
});

test.each([
  ['a home by inquiry', stay('2027-06-10', '2027-06-12'), { booking_mode: 'inquiry' as const }, 'not_open'],
  ['too many guests', stay('2027-06-10', '2027-06-12', { guests: 7 }), {}, 'too_many_guests'],
  ['too many pets', stay('2027-06-10', '2027-06-12', { pets: 2 }), {}, 'too_many_pets'],
  ['a check-in in the past', stay('2027-05-31', '2027-06-03'), {}, 'too_soon'],
  ['a last night behind the horizon', stay('2027-07-01', '2027-07-03'), {}, 'too_far'],
  ['a check-in in a thousand years', stay('3027-07-01', '3027-07-03'), {}, 'too_far'],
  ['a check-out before the check-in', stay('2027-06-10', '2027-06-09'), {}, 'too_short'],
  ['fewer nights than the least', stay('2027-06-10', '2027-06-11'), {}, 'too_short'],
  ['more nights than the most', stay('2027-06-10', '2027-06-18'), {}, 'too_long'],
  ['a check-out in a thousand years', stay('2027-06-10', '3027-06-18'), { max_nights: null }, 'too_long'],
  [
    'another day of arrival',
    stay('2027-06-10', '2027-06-12'),
    { arrival_days: ['sat' as const] },
    'arrival_day',
  ],
])('checkStay rejects %s', (_, wanted, more, reason) => {
  expect(checkStay(rules(more), wanted)?.reason).toBe(reason);
});

test('checkStay sells back-to-back stays, and none with a taken night', () => {
  const given = rules({}, [taken('booking', '2027-06-10', '2027-06-12')]);
  expect(checkStay(given, stay('2027-06-08', '2027-06-10'))).toBe(null);
  expect(checkStay(given, stay('2027-06-12', '2027-06-14'))).toBe(null);
  expect(checkStay(given, stay('2027-06-11', '2027-06-13'))).toEqual({
    reason: 'dates_taken',
    isBooked: true,
    from: '2027-06-11',
    until: '2027-06-12',
  });
});

test('nearestStays gives the free stays of the same length that begin nearest, the earlier first', () => {
  const given = rules({}, [
    taken('booking', '2027-06-10', '2027-06-14'),
    taken('block', '2027-06-07', '2027-06-08'),
  ]);
  const wanted = stay('2027-06-11', '2027-06-13');
  expect(nearestStays(given, wanted, { limit: 3, withinDays: 60 })).toEqual([
    { checkin: '2027-06-08', checkout: '2027-06-10' },
    { checkin: '2027-06-14', checkout: '2027-06-16' },
    { checkin: '2027-06-15', checkout: '2027-06-17' },
  ]);
  expect(nearestStays(given, wanted, { limit: 3, withinDays: 3 })).toHaveLength(2);
  expect(nearestStays(given, { ...wanted, guests: 9 }, { limit: 3, withinDays: 60 })).toEqual([]);
});

const anyRules: fc.Arbitrary<CalendarRules> = fc.record({
  property: fc.record({
    ...nightRuleColumns,
    booking_mode: fc.constantFrom('instant', 'instant', 'request', 'inquiry'),
    is_coming_soon: fc.constantFrom(false, false, false, true),
    max_nights: orNull(fc.integer({ min: 1, max: 9 })),
    turnover_nights: fc.integer({ min: 0, max: 2 }),
    lead_days: fc.integer({ min: 0, max: 5 }),
    horizon_days: fc.integer({ min: 5, max: 40 }),
    guests: fc.integer({ min: 1, max: 8 }),
    max_pets: fc.integer({ min: 0, max: 2 }),
  }),
  rates: fc.array(rate, { maxLength: 3 }),
  occupied: fc.array(
    fc
      .record({
        kind: fc.constantFrom<OccupiedKind>('booking', 'block', 'feed_reservation', 'feed_block'),
        from: dateWithin(-5, 40),
        nights: fc.integer({ min: 1, max: 5 }),
      })
      .map(({ nights, ...rest }) => ({ ...rest, until: addDays(rest.from, nights) })),
    { maxLength: 5 },
  ),
  today: fc.constant(today),
});

/** Whether a stay is sold, night by night and span by span, without the calendar. */
function naivelySold({ property, rates, occupied }: CalendarRules, from: string, until: string): boolean {
  if (property.booking_mode === 'inquiry' || property.is_coming_soon) return false;
  const winner = rates.find((one) => (one.first_night ?? '0') <= from && from <= (one.last_night ?? '9999'));
  const nights = daysBetween(from, until);
  const arrivals = winner?.arrival_days ?? property.arrival_days;
  if (arrivals.length > 0 && !arrivals.includes(toWeekday(from))) return false;
  if (nights < (winner?.min_nights ?? property.min_nights)) return false;
  if (property.max_nights !== null && nights > property.max_nights) return false;
  if (daysBetween(today, from) < property.lead_days) return false;
  if (daysBetween(today, until) - 1 > property.horizon_days) return false;
  return occupied.every(({ kind, from: start, until: end }) => {
    const gap = kind === 'booking' || kind === 'feed_reservation' ? property.turnover_nights : 0;
    return addDays(until, gap) <= start || addDays(end, gap) <= from;
  });
}

test('availability agrees with a naive model: by its days, by checkStay, and by nearestStays', () => {
  fc.assert(
    fc.property(anyRules, dateWithin(-3, 45), fc.integer({ min: 1, max: 8 }), (given, checkin, length) => {
      const wanted = stay(checkin, addDays(checkin, length), { guests: 1 });
      const sold = naivelySold(given, wanted.checkin, wanted.checkout);
      expect(checkStay(given, wanted) === null).toBe(sold);

      const days = calendarDays(given, wanted.checkin, addDays(wanted.checkout, 1));
      const byDays =
        days.slice(0, -1).every(({ isFree }) => isFree) &&
        days[0]?.canArrive === true &&
        days.at(-1)?.canDepart === true &&
        length >= (days[0]?.minNights ?? 0) &&
        length <= (given.property.max_nights ?? length);
      expect(byDays).toBe(sold);
      for (const day of days) expect(day.isFree).toBe(day.why === undefined);

      const nearest = nearestStays(given, wanted, { limit: 100, withinDays: 12 });
      const expected = Array.from({ length: 25 }, (_, index) => addDays(checkin, index - 12)).filter(
        (date) => date !== checkin && naivelySold(given, date, addDays(date, length)),
      );
      expect(nearest.map((one) => one.checkin).toSorted()).toEqual(expected);
      const distances = nearest.map((one) => Math.abs(daysBetween(checkin, one.checkin)));
      expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    }),
    { numRuns: runs(3_000) },
  );
});
