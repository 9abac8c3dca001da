import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import { todayAtProperty } from './dates.ts';
import {
  addDays,
  countNights,
  daysBetween,
  fromDayNumber,
  isWeekendNight,
  listNights,
  toDayNumber,
  toWeekday,
  weekdays,
} from './nights.ts';
import { momentAtProperty } from './property-time.server.ts';

const processZone = process.env.TZ;
afterEach(() => {
  if (processZone === undefined) delete process.env.TZ;
  else process.env.TZ = processZone;
});

const anyDate = fc
  .integer({ min: -719_162, max: 2_932_896 })
  .map((days) => Temporal.PlainDate.from('1970-01-01').add({ days }));

test('the text arithmetic agrees with Temporal.PlainDate from year 1 to 9999', () => {
  fc.assert(
    fc.property(anyDate, fc.integer({ min: -800, max: 800 }), (date, days) => {
      const text = date.toString();
      expect(fromDayNumber(toDayNumber(text))).toBe(text);
      expect(toWeekday(text)).toBe(weekdays[date.dayOfWeek - 1]);
      const later = date.add({ days });
      if (later.year < 1 || later.year > 9999) return;
      expect(addDays(text, days)).toBe(later.toString());
      expect(daysBetween(text, later.toString())).toBe(days);
    }),
    { numRuns: runs(5_000) },
  );
});

test('a stay is half-open: its last day is no night of it', () => {
  expect(listNights('2028-02-27', '2028-03-01')).toEqual(['2028-02-27', '2028-02-28', '2028-02-29']);
  expect(countNights({ checkin: '2028-02-27', checkout: '2028-03-01' })).toBe(3);
  expect(listNights('2027-07-09', '2027-07-09')).toEqual([]);
  expect(listNights('2027-07-09', '2027-07-01')).toEqual([]);
});

test('Friday and Saturday nights are weekend nights', () => {
  const week = listNights('2027-07-05', '2027-07-12');
  expect(week.filter(isWeekendNight)).toEqual(['2027-07-09', '2027-07-10']);
});

const processZones = ['UTC', 'Pacific/Honolulu', 'Pacific/Kiritimati'];

test.each(processZones)('nights, today and check-in are those of the homes on a machine in %s', (zone) => {
  process.env.TZ = zone;
  // The clocks go forward on 2027-03-14 and back on 2027-11-07.
  expect(listNights('2027-03-13', '2027-03-16')).toEqual(['2027-03-13', '2027-03-14', '2027-03-15']);
  expect(listNights('2027-11-06', '2027-11-09')).toEqual(['2027-11-06', '2027-11-07', '2027-11-08']);
  expect(todayAtProperty(new Date('2027-03-14T05:59:00Z'))).toBe('2027-03-13');
  expect(todayAtProperty(new Date('2027-03-14T06:01:00Z'))).toBe('2027-03-14');
  expect(todayAtProperty(new Date('2027-03-15T04:59:00Z'))).toBe('2027-03-14');
  expect(todayAtProperty(new Date('2027-03-15T05:01:00Z'))).toBe('2027-03-15');
  expect(todayAtProperty(new Date('2027-11-07T04:59:00Z'))).toBe('2027-11-06');
  expect(todayAtProperty(new Date('2027-11-07T05:01:00Z'))).toBe('2027-11-07');
  expect(todayAtProperty(new Date('2027-11-08T05:59:00Z'))).toBe('2027-11-07');
  expect(todayAtProperty(new Date('2027-11-08T06:01:00Z'))).toBe('2027-11-08');
  expect(momentAtProperty('2027-03-13', '16:00').toISOString()).toBe('2027-03-13T22:00:00.000Z');
  expect(momentAtProperty('2027-03-14', '16:00').toISOString()).toBe('2027-03-14T21:00:00.000Z');
  expect(momentAtProperty('2027-11-06', '16:00').toISOString()).toBe('2027-11-06T21:00:00.000Z');
  expect(momentAtProperty('2027-11-07', '16:00').toISOString()).toBe('2027-11-07T22:00:00.000Z');
  expect(momentAtProperty('2027-11-07', '23:59').toISOString()).toBe('2027-11-08T05:59:00.000Z');
  expect(momentAtProperty('2027-03-14', '00:01').toISOString()).toBe('2027-03-14T06:01:00.000Z');
  // 02:30 does not exist on the day the clocks go forward.
  expect(momentAtProperty('2027-03-14', '02:30').toISOString()).toBe('2027-03-14T08:30:00.000Z');
});
