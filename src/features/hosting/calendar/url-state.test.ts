import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/runs.ts';
import { addDays, toDayNumber, toWeekday } from '../../../shared/nights.ts';
import {
  addMonths,
  calendarUrl,
  monthEnd,
  monthStart,
  monthView,
  monthWeeks,
  weeksByMonth,
} from './url-state.ts';

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

test.each([
  ['another month is whole', '2026-12-15', '2026-11-29', false, '2026-12-01', '2027-01-01', false],
  ['a past month is whole', '2026-10-31', '2026-11-29', false, '2026-10-01', '2026-11-01', false],
  ['this month begins with this week', '2026-11-29', '2026-11-11', false, '2026-11-08', '2026-12-01', true],
  ['its first week cuts nothing off', '2026-11-01', '2026-11-06', false, '2026-11-01', '2026-12-01', false],
  ['at its end the next month follows', '2026-11-29', '2026-11-29', false, '2026-11-29', '2027-01-01', true],
  [
    'the weeks that are over can be shown',
    '2026-11-29',
    '2026-11-29',
    true,
    '2026-11-01',
    '2027-01-01',
    false,
  ],
  ['over the turn of the year', '2026-12-31', '2026-12-31', false, '2026-12-27', '2027-02-01', true],
] as const)('by month, %s', (_, from, today, isWhole, first, end, isCut) => {
  expect(monthView(from, today, isWhole)).toEqual({ first, end, isCut });
});

test('the view by month begins at most six days before today, and holds at least two weeks to come', () => {
  const anyDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days));
  fc.assert(
    fc.property(anyDay, (today) => {
      const { first, end } = monthView(today, today, false);
      expect(toDayNumber(today) - toDayNumber(first)).toBeLessThanOrEqual(6);
      expect(toDayNumber(end) - toDayNumber(today)).toBeGreaterThanOrEqual(14);
    }),
    { numRuns: runs(300) },
  );
});

test('days of two months are weeks of each, without those in which no day lies', () => {
  const days = Array.from({ length: 10 }, (_, day) => addDays('2026-11-29', day));
  expect(weeksByMonth(days).map(({ month, weeks }) => [month, weeks.map(([sunday]) => sunday)])).toEqual([
    ['2026-11-01', ['2026-11-29']],
    ['2026-12-01', ['2026-11-29', '2026-12-06']],
  ]);
});
