import { expect, test } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatShortDateTime,
  formatStayDates,
  formatTime,
  formatWeekdayDate,
  isDate,
  todayAtProperty,
} from './dates.ts';

test('formatDate never shifts a date without a time', () => {
  expect(formatDate('2026-01-01')).toBe('January 1, 2026');
});

test('formatDate shows a moment as the date at the properties', () => {
  expect(formatDate('2026-07-01T03:00:00Z')).toBe('June 30, 2026');
});

test('formatDateTime names the time zone', () => {
  expect(formatDateTime('2026-07-01T03:04:59Z')).toBe('June 30, 2026, 10:04 PM CDT');
  expect(formatDateTime('2026-01-15T18:00:00Z')).toBe('January 15, 2026, 12:00 PM CST');
});

test('formatShortDateTime leaves the year out', () => {
  expect(formatShortDateTime('2026-07-01T03:04:59Z')).toBe('Jun 30, 10:04 PM CDT');
});

test('formatWeekdayDate says which day of the week a date is', () => {
  expect(formatWeekdayDate('2027-07-09')).toBe('Fri, July 9, 2027');
});

test('formatted dates and moments are empty strings for invalid values', () => {
  expect(formatWeekdayDate('soon')).toBe('');
  expect(formatDate('soon')).toBe('');
  expect(formatDateTime('soon')).toBe('');
  expect(formatShortDateTime('soon')).toBe('');
});

test('todayAtProperty returns the date at the properties, not in UTC', () => {
  expect(todayAtProperty(new Date('2026-03-01T04:00:00Z'))).toBe('2026-02-28');
});

test.each([
  ['2027-07-05', '2027-07-10', 'Mon, July 5 – Sat, July 10, 2027'],
  ['2027-12-30', '2028-01-03', 'Thu, December 30, 2027 – Mon, January 3, 2028'],
  ['', '', ''],
])('a stay from %s to %s reads "%s"', (checkin, checkout, text) => {
  expect(formatStayDates(checkin, checkout)).toBe(text);
});

test('formatTime says the clock at the properties, and nothing for what is no moment', () => {
  expect(formatTime('2026-06-05T19:05:00Z')).toBe('2:05 PM');
  expect(formatTime('2026-12-05T06:00:00Z')).toBe('12:00 AM');
  expect(formatTime('soon')).toBe('');
});

test.each(['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is a date', (text) => {
  expect(isDate(text)).toBe(true);
});

test.each([
  '2026-02-30',
  '2025-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-00-10',
  '2026-13-01',
  '2026-01-00',
  '0000-01-01',
  '2026-1-1',
  '26-01-01',
  '01/02/2026',
  '2026-01-01T00:00:00Z',
  ' 2026-01-01',
  '2026-01-01\n',
  '+02026-01-01',
  '２０２６-01-01',
  'today',
])('%j is no date', (text) => {
  expect(isDate(text)).toBe(false);
});
