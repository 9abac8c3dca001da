import { expect, test } from 'vitest';
import type { PropertyCalendar } from '../calendar/calendar.ts';
import { lowestNightPrice } from './lowest-price.ts';
import {
  chooseStay,
  dayKind,
  dayLabel,
  dayText,
  firstArrival,
  isSellable,
  mergeCalendars,
  rejectDay,
  type SelectableDay,
  toDayMap,
  withOwnHolds,
} from './stay-selection.ts';

const july = (day: number) => `2027-07-${String(day).padStart(2, '0')}`;

/** July with the nights of the 14th to the 16th booked, and three nights at least. */
const days: SelectableDay[] = Array.from({ length: 31 }, (_, index) => {
  const day = index + 1;
  const isTaken = day >= 14 && day <= 16;
  return {
    date: july(day),
    isFree: !isTaken,
    canArrive: !isTaken && day !== 3,
    canDepart: day < 15 || day > 17,
    minNights: 3,
    price: 20_000 + day * 100,
    ...(isTaken && { why: 'booked' as const }),
  };
});
const map = toDayMap(days);
const none = { anchor: null, stay: null };
const from = (day: number) => ({ anchor: july(day), stay: null });

test.each([
  [5, 'free', '$205 a night'],
  [3, 'no-arrival', '$203 a night, no check-in on this day'],
  [14, 'check-out-only', 'booked, check-out only'],
  [15, 'taken', 'booked'],
])('July %i is %s and reads "%s"', (day, kind, text) => {
  expect(dayKind(map.get(july(day)))).toBe(kind);
  expect(dayText(map.get(july(day)), 'usd')).toBe(text);
});

test.each([
  [
    5,
    'Today, Monday, July 5, 2027, First available date',
    'Today, Monday, July 5, 2027, First available date',
  ],
  [15, 'Today, Thursday, July 15, 2027, First available date', 'Today, Thursday, July 15, 2027'],
  [16, 'Friday, July 16, 2027, Last available date', 'Friday, July 16, 2027'],
  [14, 'Wednesday, July 14, 2027', 'Wednesday, July 14, 2027'],
])('July %i labelled "%s" by React Aria reads "%s"', (day, given, label) => {
  expect(dayLabel(given, map.get(july(day)))).toBe(label);
});

const shut = (why: NonNullable<SelectableDay['why']>, canDepart = false): SelectableDay => ({
  date: july(1),
  isFree: false,
  canArrive: false,
  canDepart,
  minNights: 1,
  price: 0,
  why,
});
test.each([
  [undefined, 'closed', 'not open for booking yet'],
  [shut('blocked'), 'taken', 'not available'],
  [shut('turnover'), 'taken', 'kept free between stays'],
  [shut('turnover', true), 'check-out-only', 'kept free between stays, check-out only'],
  [shut('too_soon', true), 'closed', 'too soon to book'],
  [shut('too_far'), 'closed', 'not open for booking yet'],
  [shut('not_open'), 'closed', 'not open for booking'],
])('a day as %j is %s and reads "%s"', (day, kind, text) => {
  expect([dayKind(day), dayText(day, 'usd')]).toEqual([kind, text]);
});

test('a stay cannot end on a day without check-out, nor begin beyond the calendar, nor have no nights', () => {
  const noDeparture = toDayMap(days.map((day) => ({ ...day, canDepart: day.date !== july(12) })));
  expect(rejectDay(noDeparture, july(12), { anchor: july(9), stay: null })).toBeNull();
  expect(isSellable(noDeparture, { checkin: july(9), checkout: july(12) })).toBe(false);
  expect(isSellable(map, { checkin: july(9), checkout: july(9) })).toBe(false);
  expect(isSellable(map, { checkin: '2027-08-20', checkout: '2027-08-25' })).toBe(false);
  expect(rejectDay(map, july(9), { anchor: july(9), stay: null })).toBeNull();
});

test('a day before the first one ends the stay backwards, and says why it cannot', () => {
  expect(chooseStay(map, { anchor: july(20), pressed: july(17) })).toEqual({
    stay: { checkin: july(17), checkout: july(20) },
  });
  expect(rejectDay(map, july(3), from(9))).toBe('no check-in on that day');
  expect(rejectDay(map, july(15), from(20))).toBe('booked');
});

test('a stay begins only on days of arrival', () => {
  expect(rejectDay(map, july(5), none)).toBeNull();
  expect(rejectDay(map, july(3), none)).toBe('no check-in on this day');
  expect(rejectDay(map, july(14), none)).toBe('booked, check-out only');
  expect(rejectDay(map, '2027-08-09', none)).toBe('not open for booking yet');
});

test('a stay ends on a day that its nights reach, also on one whose own night is taken', () => {
  expect(rejectDay(map, july(14), from(9))).toBeNull();
  expect(rejectDay(map, july(15), from(9))).toBe('booked');
  expect(rejectDay(map, july(11), from(9))).toBe('a stay from that day is at least 3 nights');
});

test('a day that cannot end the stay begins another one', () => {
  expect(rejectDay(map, july(20), from(9))).toBeNull();
  expect(chooseStay(map, { anchor: july(9), pressed: july(20) })).toEqual({ anchor: july(20) });
  expect(chooseStay(map, { anchor: july(9), pressed: july(12) })).toEqual({
    stay: { checkin: july(9), checkout: july(12) },
  });
  expect(chooseStay(map, { anchor: july(12), pressed: july(9) })).toEqual({
    stay: { checkin: july(9), checkout: july(12) },
  });
  expect(chooseStay(map, { anchor: july(9), pressed: july(9) })).toBeNull();
  expect(chooseStay(map, { anchor: july(9), pressed: july(15) })).toBeNull();
});

test('the first arrival has room for its minimum nights and a day to leave', () => {
  const free = (from: number, until: number) =>
    days.map((day, index) => ({ ...day, isFree: index + 1 >= from && index + 1 < until }));
  expect(firstArrival(days)).toBe(july(1));
  // Two free nights for three at least, then enough of them.
  expect(firstArrival(days.map((day) => ({ ...day, isFree: day.isFree && day.date !== july(3) })))).toBe(
    july(4),
  );
  expect(firstArrival(free(5, 7).map((day) => ({ ...day, canArrive: day.isFree })))).toBeUndefined();
  const leavesOn = (last: number) => days.map((day) => ({ ...day, canDepart: day.date === july(last) }));
  expect(firstArrival(leavesOn(10))).toBe(july(1));
  expect(firstArrival(leavesOn(2))).toBeUndefined();
  expect(firstArrival([])).toBeUndefined();
});

test('the lowest price is that of a night on sale', () => {
  expect(lowestNightPrice(days)).toBe(20_100);
  expect(lowestNightPrice(days.slice(13, 16))).toBeNull();
});

test('the days of the chosen stay stay selectable', () => {
  const stay = { checkin: july(9), checkout: july(14) };
  expect(rejectDay(map, july(14), { anchor: null, stay })).toBeNull();
  expect(isSellable(map, stay)).toBe(true);
  expect(isSellable(map, { checkin: july(9), checkout: july(18) })).toBe(false);
});

test('the calendars of several homes show the best of each day', () => {
  const calendar = (list: SelectableDay[], calendarsCheckedAt: string | null): PropertyCalendar => ({
    timeZone: 'America/Chicago',
    currency: 'usd',
    calendarsCheckedAt,
    days: list,
  });
  const cheap = days.map((day) => ({ ...day, price: 9_900, minNights: 2 }));
  const merged = mergeCalendars([
    calendar(days, '2027-05-01T10:00:00Z'),
    calendar(cheap.slice(0, 15), '2027-05-01T09:00:00Z'),
  ]);
  expect(merged?.days[4]).toMatchObject({ price: 9_900, minNights: 2, isFree: true });
  expect(merged?.days[14]).toMatchObject({ isFree: false, why: 'booked' });
  expect(merged?.days[20]).toMatchObject({ price: 22_100 });
  expect(merged?.calendarsCheckedAt).toBe('2027-05-01T09:00:00Z');
  expect(mergeCalendars([])).toBeNull();
  const single = calendar(days, null);
  expect(mergeCalendars([single])).toBe(single);
});

/** Nights of a home that this browser holds. */
const hold = (slug: string, checkin: number, checkout: number) => ({
  property: { slug },
  checkin: july(checkin),
  checkout: july(checkout),
});
const home = (slug: string, list: SelectableDay[] = days) => ({
  slug,
  calendar: { currency: 'usd', calendarsCheckedAt: null, days: list } as PropertyCalendar,
});

test('nights that this browser holds can be chosen again as they are, and other taken nights cannot', () => {
  const held = hold('gull', 14, 17);
  const own = toDayMap(withOwnHolds(home('gull'), [held]).days);
  expect(isSellable(map, held)).toBe(false);
  expect(isSellable(own, held)).toBe(true);
  expect(dayText(own.get(july(14)), 'usd')).toBe('$214 a night');
  expect(own.get(july(15))?.why).toBeUndefined();
  const later = toDayMap(withOwnHolds(home('gull'), [hold('gull', 20, 23)]).days);
  expect(isSellable(later, held)).toBe(false);
  const gull = home('gull');
  expect(withOwnHolds(gull, [])).toBe(gull.calendar);
});

test('a hold frees the nights of its own home only', () => {
  const dear = days.map((day) => ({ ...day, price: 99_900 }));
  const among = (slug: string) => {
    const homes = [home('dear', dear), home('cheap')];
    const holds = [hold(slug, 14, 17)];
    return toDayMap(mergeCalendars(homes.map((one) => withOwnHolds(one, holds)))?.days ?? []);
  };
  expect(dayText(among('cheap').get(july(14)), 'usd')).toBe('$214 a night');
  expect(dayText(among('dear').get(july(14)), 'usd')).toBe('$999 a night');
  expect(isSellable(among('a-third-home'), hold('cheap', 14, 17))).toBe(false);
});
