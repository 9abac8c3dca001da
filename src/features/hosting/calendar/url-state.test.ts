import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/runs.ts';
import { addDays, toWeekday } from '../../../shared/nights.ts';
import { addMonths, calendarUrl, monthEnd, monthStart, monthWeeks } from './url-state.ts';

test('the address holds the first day and the home, and drops what is no date', () => {
  const url = { home: 'gull', from: '2027-07-01' };
  expect(calendarUrl.toQuery(url).toString()).toBe('home=gull&from=2027-07-01');
  expect(calendarUrl.parse(calendarUrl.toQuery(url))).toEqual(url);
  expect(calendarUrl.toQuery({ from: null, home: null }).toString()).toBe('');
  expect(calendarUrl.parse(new URLSearchParams('from=2027-02-30&home=all'))).toEqual({
    from: null,
    home: 'all',
  });
});

test.each([
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2027-12-15', 1, '2028-01-15'],
  ['2027-01-15', -1, '2026-12-15'],
  ['2027-03-31', -1, '2027-02-28'],
  ['2027-05-31', 12, '2028-05-31'],
])('addMonths(%s, %i) is %s', (date, months, expected) => {
  expect(addMonths(date, months)).toBe(expected);
});

test('months begin on their first day and end before the next one, in whole weeks from Sunday', () => {
  const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days));
  fc.assert(
    fc.property(anyDay, (date) => {
      const [start, end] = [monthStart(date), monthEnd(date)];
      expect(start.slice(8)).toBe('01');
      expect(addDays(end, -1).slice(0, 7)).toBe(date.slice(0, 7));
      expect(end).toBe(addMonths(start, 1));
      const weeks = monthWeeks(date);
      const dates = weeks.flat();
      expect(weeks.every((week) => week.length === 7 && toWeekday(week[0] ?? '') === 'sun')).toBe(true);
      expect(dates).toContain(start);
      expect(dates).toContain(addDays(end, -1));
      expect(weeks[0]).toContain(start);
      expect(weeks.at(-1)).toContain(addDays(end, -1));
    }),
    { numRuns: runs(300) },
  );
});
