import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/runs.ts';
import type { Weekday } from '../../../shared/nights.ts';
import { addDays, isWeekendNight, listNights, weekdays } from '../../../shared/nights.ts';
import { checkStay } from '../../bookings/calendar/check-stay.ts';
import type { CalendarRules } from '../../bookings/calendar/night-reader.ts';
import type { Rate } from '../../listings/night-rules.ts';
import type { RateChange } from './contract.server.ts';
import { effectOnProperty } from './effect.ts';
import { ratesForChange } from './rate-change.ts';

const today = '2027-07-01';
const lastDay = 40;
const night = fc.integer({ min: 0, max: lastDay }).map((days) => addDays(today, days));
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const cents = fc.integer({ min: 1, max: 500 });
const someDays = fc.subarray([...weekdays] as Weekday[]);
const minNights = fc.integer({ min: 1, max: 6 });

const rate: fc.Arbitrary<Rate> = fc.record({
  name: fc.constantFrom('', 'A', 'B'),
  first_night: orNull(night),
  last_night: orNull(night),
  nightly_cents: orNull(cents),
  weekend_cents: orNull(cents),
  min_nights: orNull(minNights),
  arrival_days: orNull(someDays),
  priority: fc.constant(0),
});

const rules: fc.Arbitrary<CalendarRules> = fc.record({
  property: fc.record({
    nightly_cents: cents,
    weekend_cents: orNull(cents),
    min_nights: minNights,
    arrival_days: someDays,
    booking_mode: fc.constant('instant' as const),
    is_coming_soon: fc.constant(false),
    max_nights: orNull(fc.integer({ min: 1, max: 9 })),
    turnover_nights: fc.integer({ max: 2, min: 0 }),
    lead_days: fc.constant(0),
    horizon_days: fc.constant(lastDay),
    guests: fc.constant(6),
    max_pets: fc.constant(0),
  }),
  rates: fc.array(rate, { maxLength: 3 }),
  occupied: fc.array(
    fc
      .tuple(night, fc.integer({ min: 1, max: 6 }), fc.constantFrom('booking', 'block', 'feed_block'))
      .map(([from, nights, kind]) => ({
        kind: kind as 'booking' | 'block' | 'feed_block',
        from,
        until: addDays(from, nights),
      })),
    { maxLength: 5 },
  ),
  today: fc.constant(today),
});

const change: fc.Arbitrary<RateChange> = fc
  .record(
    {
      from: night,
      nights: fc.integer({ min: 0, max: 12 }),
      nightly_cents: cents,
      weekend_cents: cents,
      min_nights: minNights,
      arrival_days: someDays,
    },
    { requiredKeys: ['from', 'nights'] },
  )
  .map(({ from, nights, ...set }) => ({
    properties: [],
    first_night: from,
    last_night: addDays(from, nights),
    ...set,
  }));

/** What a night costs and demands, read off the contract's sentences one by one. */
function naiveNight({ property, rates }: CalendarRules, date: string) {
  const winner = rates.filter(
    (one) => (one.first_night ?? '0') <= date && date <= (one.last_night ?? '9'),
  )[0];
  const weekend = winner?.weekend_cents ?? winner?.nightly_cents ?? property.weekend_cents;
  const price = isWeekendNight(date) ? weekend : winner?.nightly_cents;
  return {
    price: price ?? property.nightly_cents,
    minNights: winner?.min_nights ?? property.min_nights,
    arrivalDays: winner?.arrival_days ?? property.arrival_days,
  };
}

function naiveAfter(asked: RateChange, all: CalendarRules, date: string) {
  const before = naiveNight(all, date);
  if (date < asked.first_night || date > asked.last_night) return before;
  const weekend = asked.weekend_cents ?? asked.nightly_cents;
  return {
    price: (isWeekendNight(date) ? weekend : asked.nightly_cents) ?? before.price,
    minNights: asked.min_nights ?? before.minNights,
    arrivalDays: asked.arrival_days ?? before.arrivalDays,
  };
}

const extremes = (prices: number[]) => ({ lowest: Math.min(...prices), highest: Math.max(...prices) });

/** Tries every possible stay. */
function naiveReachable(all: CalendarRules): Set<string> {
  const reachable = new Set<string>();
  for (const checkin of listNights(today, addDays(today, lastDay + 1))) {
    for (let nights = 1; nights <= lastDay + 1; nights += 1) {
      const checkout = addDays(checkin, nights);
      if (checkStay(all, { checkin, checkout, guests: 1, pets: 0 })) continue;
      for (const one of listNights(checkin, checkout)) reachable.add(one);
    }
  }
  return reachable;
}

test('a change does to every night what a second implementation says', () => {
  fc.assert(
    fc.property(rules, change, (all, asked) => {
      const nights = listNights(asked.first_night, addDays(asked.last_night, 1));
      const effect = effectOnProperty(asked, all);
      const before = nights.map((date) => naiveNight(all, date));
      const after = nights.map((date) => naiveAfter(asked, all, date));
      expect(effect.before).toEqual(extremes(before.map(({ price }) => price)));
      expect(effect.after).toEqual(extremes(after.map(({ price }) => price)));
      const sorted = (one: ReturnType<typeof naiveNight>) => ({
        ...one,
        arrivalDays: [...one.arrivalDays].sort(),
      });
      const changed = before.filter(
        (one, at) => JSON.stringify(sorted(one)) !== JSON.stringify(sorted(after[at] ?? one)),
      );
      expect([effect.nights, effect.changedNights]).toEqual([nights.length, changed.length]);
      const made = ratesForChange(asked, all.rates, nights);
      const layered = { ...all, rates: [...made.map((one) => ({ ...one, priority: 0 })), ...all.rates] };
      for (const date of listNights(today, addDays(today, lastDay)))
        expect(naiveNight(layered, date)).toEqual(naiveAfter(asked, all, date));
    }),
    { numRuns: runs(300) },
  );
});

test('unreachable nights are those in no stay that is sold', () => {
  fc.assert(
    fc.property(rules, change, (all, asked) => {
      const nights = listNights(asked.first_night, addDays(asked.last_night, 1));
      const made = ratesForChange(asked, all.rates, nights).map((one) => ({ ...one, priority: 0 }));
      const after = { ...all, rates: [...made, ...all.rates] };
      const [reachedBefore, reachedAfter] = [naiveReachable(all), naiveReachable(after)];
      const isSold = (date: string) =>
        checkStay(
          {
            ...after,
            rates: [],
            property: {
              ...after.property,
              nightly_cents: 1,
              min_nights: 1,
              arrival_days: [],
              max_nights: null,
            },
          },
          { checkin: date, checkout: addDays(date, 1), guests: 1, pets: 0 },
        ) === null;
      const expected = listNights(today, addDays(today, lastDay + 1)).filter(
        (date) =>
          isSold(date) && !reachedAfter.has(date) && (nights.includes(date) || reachedBefore.has(date)),
      );
      const { unreachable } = effectOnProperty(asked, all);
      const reported = unreachable.flatMap(({ first_night, last_night }) =>
        listNights(first_night, addDays(last_night, 1)),
      );
      expect(reported).toEqual(expected);
      for (const { first_night, wasReachable } of unreachable)
        expect(wasReachable).toBe(reachedBefore.has(first_night));
    }),
    { numRuns: 120 },
  );
});
