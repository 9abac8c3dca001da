import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import { formatDate, formatDateTime, isDate, todayAtProperty } from './dates.ts';

const moments = fc.date({
  min: new Date('1970-01-02T00:00:00Z'),
  max: new Date('2199-12-30T00:00:00Z'),
  noInvalidDate: true,
});

test('todayAtProperty is the date of UTC, or the day before', () => {
  fc.assert(
    fc.property(moments, (now) => {
      const today = todayAtProperty(now);
      expect(isDate(today)).toBe(true);
      const days = (Date.parse(now.toISOString().slice(0, 10)) - Date.parse(today)) / 86_400_000;
      expect([0, 1]).toContain(days);
    }),
    { numRuns: runs(1_000) },
  );
});

test('a moment is formatted with its date at the properties', () => {
  fc.assert(
    fc.property(moments, (now) => {
      expect(formatDate(now.toISOString())).toBe(formatDate(todayAtProperty(now)));
      expect(formatDateTime(now.toISOString()).startsWith(`${formatDate(todayAtProperty(now))}, `)).toBe(
        true,
      );
    }),
    { numRuns: runs(500) },
  );
});

test.each([
  ['the last second of standard time', '2026-03-08T07:59:59Z', '2026-03-08', '1:59 AM CST'],
  ['the first second of daylight time', '2026-03-08T08:00:00Z', '2026-03-08', '3:00 AM CDT'],
  ['the hour that comes first', '2026-11-01T06:30:00Z', '2026-11-01', '1:30 AM CDT'],
  ['the same hour again', '2026-11-01T07:30:00Z', '2026-11-01', '1:30 AM CST'],
  ['the last second of a day in winter', '2026-12-01T05:59:59Z', '2026-11-30', '11:59 PM CST'],
  ['midnight in winter', '2026-12-01T06:00:00Z', '2026-12-01', '12:00 AM CST'],
  ['the last second of a day in summer', '2026-07-01T04:59:59Z', '2026-06-30', '11:59 PM CDT'],
  ['midnight in summer', '2026-07-01T05:00:00Z', '2026-07-01', '12:00 AM CDT'],
  ['a leap day', '2028-02-29T18:00:00Z', '2028-02-29', '12:00 PM CST'],
  ['the end of a year', '2027-01-01T05:59:59Z', '2026-12-31', '11:59 PM CST'],
])('%s has the date and the time of the properties', (_, moment, day, clock) => {
  expect(todayAtProperty(new Date(moment))).toBe(day);
  expect(formatDateTime(moment)).toBe(`${formatDate(day)}, ${clock}`);
});

test.each(['', ' ', '2026-13-01', 'NaN', '2026-06-05T25:00:00Z'])(
  'an invalid moment is formatted as an empty text: %j',
  (text) => {
    expect([formatDate(text), formatDateTime(text)]).toEqual(['', '']);
  },
);
