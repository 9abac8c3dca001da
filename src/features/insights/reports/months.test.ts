import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthsQuery } from './contract.server.ts';
import { addMonths, earlierMonth, formatMonths, isMonth, laterMonth, monthDays } from './months.ts';

const parseMonths = monthsQuery.parse;

const month = fc
  .record({ year: fc.integer({ min: 1900, max: 2200 }), month: fc.integer({ min: 1, max: 12 }) })
  .map((parts) => Temporal.PlainYearMonth.from(parts));

test('months are added as the calendar does, over the ends of years, in both directions', () => {
  fc.assert(
    fc.property(month, fc.integer({ min: -1_200, max: 1_200 }), (from, months) => {
      expect(addMonths(from.toString(), months)).toBe(from.add({ months }).toString());
    }),
  );
});

test('the days of months are the first of the first, and the one after the last', () => {
  fc.assert(
    fc.property(month, fc.nat(60), (from, months) => {
      const to = from.add({ months });
      const { firstDay, dayAfter } = monthDays({ from: from.toString(), to: to.toString() });
      expect(firstDay).toBe(from.toPlainDate({ day: 1 }).toString());
      const lastDay = to.toPlainDate({ day: to.daysInMonth });
      expect(dayAfter).toBe(lastDay.add({ days: 1 }).toString());
    }),
  );
});

test('earlierMonth and laterMonth order two months', () => {
  fc.assert(
    fc.property(month, month, (a, b) => {
      const sorted = [a, b].sort(Temporal.PlainYearMonth.compare).map(String);
      expect([earlierMonth(String(a), String(b)), laterMonth(String(a), String(b))]).toEqual(sorted);
    }),
  );
});

test.each([
  ['2027-07', true],
  ['2027-13', false],
  ['2027-00', false],
  ['0000-01', false],
  ['2027-7', false],
  ['27-07', false],
  ['2027-07-01', false],
])('%s is a month: %s', (text, isOne) => {
  expect(isMonth(text)).toBe(isOne);
});

test('one month has its name, and several have those of the first and the last', () => {
  expect(formatMonths({ from: '2027-07', to: '2027-07' })).toBe('July 2027');
  expect(formatMonths({ from: '2026-12', to: '2027-02' })).toBe('December 2026 to February 2027');
});

test('a date counts as its month, and at most 120 months are accepted', () => {
  expect(parseMonths('/x?from=2027-01-31&to=2027-02-01')).toEqual({ from: '2027-01', to: '2027-02' });
  expect(parseMonths('/x?from=2027-01&to=2036-12')).toEqual({ from: '2027-01', to: '2036-12' });
  for (const [query, fields] of [
    ['from=2027-01&to=2037-01', { to: 'A report covers at most 120 months' }],
    ['from=2027-02&to=2027-01', { to: 'The last month lies before the first one' }],
    ['', { from: 'Please send a month as YYYY-MM', to: 'Please send a month as YYYY-MM' }],
  ] as const)
    expect(() => parseMonths(`/x?${query}`)).toThrow(expect.objectContaining({ code: 'invalid', fields }));
});

const url = (from: string, to: string) =>
  `https://site.example/api/admin/reports/taxes?from=${from}&to=${to}`;

test('an existing day counts as its month, and a day that does not exist is rejected', () => {
  expect(parseMonths(url('2027-02-28', '2028-02-29'))).toEqual({ from: '2027-02', to: '2028-02' });
  for (const day of ['2027-02-30', '2027-02-29', '2027-04-31', '2027-13-01', '2027-01-00'])
    expect(() => parseMonths(url(day, '2027-12')), day).toThrow('There is no such day');
});
