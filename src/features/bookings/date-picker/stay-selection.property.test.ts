import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, toWeekday } from '../../../shared/nights.ts';
import type { PropertyCalendar } from '../calendar/calendar.ts';
import { startOfMonth, weeksOfMonth } from './month-tables.tsx';
import {
  chooseStay,
  dayKind,
  dayText,
  isSellable,
  mergeCalendars,
  rejectDay,
  type SelectableDay,
  toDayMap,
} from './stay-selection.ts';

const length = 14;
const dates = Array.from({ length }, (_, index) => addDays('2027-07-01', index));
const date = fc.constantFrom(...dates);

/** A day as the API may return it: no arrival without a free night, and a reason for each night that is not free. */
const day = fc
  .record({
    isFree: fc.boolean(),
    canArrive: fc.boolean(),
    canDepart: fc.boolean(),
    minNights: fc.integer({ min: 1, max: 5 }),
    price: fc.integer({ min: 1_000, max: 90_000 }),
    why: fc.constantFrom<NonNullable<SelectableDay['why']>>(
      'booked',
      'blocked',
      'turnover',
      'too_soon',
      'too_far',
      'not_open',
    ),
  })
  .map(({ why, ...one }) => ({
    ...one,
    canArrive: one.isFree && one.canArrive,
    ...(!one.isFree && { why }),
  }));
const days = fc
  .array(day, { minLength: length, maxLength: length })
  .map((list): SelectableDay[] => list.map((one, index) => ({ ...one, date: dates[index] ?? '' })));
const calendar = days.map(
  (list): PropertyCalendar => ({
    timeZone: 'America/Chicago',
    currency: 'usd',
    calendarsCheckedAt: null,
    days: list,
  }),
);

/** Repeats the rule of the contract: free nights, arrival, departure, and the minimum stay of the first night. */
function naiveSellable(list: readonly SelectableDay[], checkin: string, checkout: string): boolean {
  const nights = list.filter((one) => one.date >= checkin && one.date < checkout);
  const [arrival] = nights;
  return (
    arrival?.date === checkin &&
    arrival.canArrive &&
    nights.every(({ isFree }) => isFree) &&
    nights.length >= arrival.minNights &&
    list.find((one) => one.date === checkout)?.canDepart !== false
  );
}

test('a stay can be chosen exactly when the contract sells it, whichever of its days is pressed first', () => {
  fc.assert(
    fc.property(days, date, date, (list, a, b) => {
      fc.pre(a !== b);
      const map = toDayMap(list);
      const [checkin, checkout] = [a, b].sort() as [string, string];
      const isSold = naiveSellable(list, checkin, checkout);
      expect(isSellable(map, { checkin, checkout })).toBe(isSold);
      const chosen = chooseStay(map, { anchor: a, pressed: b });
      if (isSold) expect(chosen).toEqual({ stay: { checkin, checkout } });
      else expect(chosen ?? { anchor: null }).not.toHaveProperty('stay');
    }),
  );
});

test('pressing a selectable day has an effect, and any other day has a reason', () => {
  fc.assert(
    fc.property(days, date, date, (list, anchor, pressed) => {
      fc.pre(anchor !== pressed);
      const map = toDayMap(list);
      const rejection = rejectDay(map, pressed, { anchor, stay: null });
      if (rejection === null) expect(chooseStay(map, { anchor, pressed })).not.toBeNull();
      else expect(rejection).toMatch(/^[a-z$].{3,}/);
      const first = rejectDay(map, pressed, { anchor: null, stay: null });
      expect(first === null).toBe(map.get(pressed)?.canArrive === true);
    }),
  );
});

test('the kind of each day agrees with its text', () => {
  fc.assert(
    fc.property(days, (list) => {
      for (const one of list) {
        const [kind, text] = [dayKind(one), dayText(one, 'usd')];
        expect(text.includes('a night')).toBe(one.isFree);
        expect(text.endsWith('check-out only')).toBe(kind === 'check-out-only');
        if (kind === 'check-out-only') expect([one.isFree, one.canDepart]).toEqual([false, true]);
        if (kind === 'free' || kind === 'no-arrival') expect(one.canArrive).toBe(kind === 'free');
      }
    }),
  );
});

test('a stay that any home sells can be selected in the calendar of all homes, at no higher price', () => {
  fc.assert(
    fc.property(fc.array(calendar, { minLength: 2, maxLength: 4 }), date, date, (calendars, a, b) => {
      const [checkin, checkout] = [a, b].sort() as [string, string];
      const merged = mergeCalendars(calendars);
      const map = toDayMap(merged?.days ?? []);
      for (const { days: own } of calendars) {
        if (naiveSellable(own, checkin, checkout)) expect(isSellable(map, { checkin, checkout })).toBe(true);
        for (const one of own)
          if (one.isFree) expect(map.get(one.date)?.price).toBeLessThanOrEqual(one.price);
      }
    }),
  );
});

test('the months that the server draws hold every day once, in weeks from Sunday on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1990, max: 2100 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
      const first = Temporal.PlainDate.from({ year, month, day: 1 });
      const weeks = weeksOfMonth(first.toString());
      expect(weeks.flat().filter((one) => one !== null)).toEqual(
        Array.from({ length: first.daysInMonth }, (_, index) => first.add({ days: index }).toString()),
      );
      for (const week of weeks) {
        expect(week).toHaveLength(7);
        expect(week[0] === null || toWeekday(week[0] ?? '') === 'sun').toBe(true);
      }
      expect(startOfMonth(first.toString(), 13)).toBe(first.add({ months: 13 }).toString());
    }),
  );
});
