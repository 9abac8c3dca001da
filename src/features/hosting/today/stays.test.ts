import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateWithin } from '../../../../test/price-rules.ts';
import { runs } from '../../../../test/runs.ts';
import { addDays } from '../../../shared/nights.ts';
import type { TodayStay } from './contract.server.ts';
import { sortStays } from './stays.ts';
import { arrivalWindowDays } from './today.ts';

const stay = (checkin: string, checkout: string): TodayStay => ({
  code: `${checkin} ${checkout}`,
  channel: null,
  property: { slug: 'a', title: 'A' },
  checkin,
  checkout,
  checkInFrom: '16:00',
  checkOutUntil: '10:00',
  name: 'Ann',
  phone: '',
  guests: 2,
  pets: 0,
  isReady: true,
  arrivalDetails: {},
});

test('a stay that ends as another begins is a departure and an arrival', () => {
  const [left, arrived] = [stay('2027-07-01', '2027-07-09'), stay('2027-07-09', '2027-07-12')];
  const sorted = sortStays([left, arrived], '2027-07-09');
  expect(sorted).toMatchObject({ arrivals: [arrived], departures: [left], inHouse: [] });
  expect(sorted.coming[2]).toEqual({ date: '2027-07-12', arrivals: [], departures: [arrived] });
});

test('each of 2,000 random sets of stays is in exactly the lists that its dates say', () => {
  const stays = fc.array(
    fc
      .record({ checkin: dateWithin(0, 30), nights: fc.integer({ min: 1, max: 12 }) })
      .map(({ checkin, nights }) => stay(checkin, addDays(checkin, nights))),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(stays, dateWithin(0, 30), (drawn, today) => {
      const { arrivals, departures, inHouse, coming } = sortStays(drawn, today);
      expect(coming).toHaveLength(arrivalWindowDays);
      for (const one of drawn) {
        const lists = [arrivals, departures, inHouse].filter((list) => list.includes(one));
        const touchesToday = one.checkin <= today && today <= one.checkout;
        expect(lists).toHaveLength(touchesToday ? 1 : 0);
        const days = coming.filter(
          ({ arrivals: come, departures: go }) => come.includes(one) || go.includes(one),
        );
        const dates = [one.checkin, one.checkout].filter(
          (date) => date > today && date <= addDays(today, arrivalWindowDays),
        );
        expect(days.map(({ date }) => date)).toEqual(dates);
      }
    }),
    { numRuns: runs(2_000) },
  );
});
