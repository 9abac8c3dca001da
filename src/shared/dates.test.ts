import { expect, test } from 'vitest';
import { formatDate, formatDateTime, todayAtProperty } from './dates.ts';

test('a date without a time is never shifted by a time zone', () => {
  expect(formatDate('2026-01-01')).toBe('January 1, 2026');
});

test('a moment is shown as the date it was at the homes', () => {
  expect(formatDate('2026-07-01T03:00:00Z')).toBe('June 30, 2026');
});

test('a moment to the minute names its time zone', () => {
  expect(formatDateTime('2026-07-01T03:04:59Z')).toBe('June 30, 2026, 10:04 PM CDT');
  expect(formatDateTime('2026-01-15T18:00:00Z')).toBe('January 15, 2026, 12:00 PM CST');
});

test('a value that is no date shows nothing', () => {
  expect(formatDate('soon')).toBe('');
  expect(formatDateTime('soon')).toBe('');
});

test('today is the date at the homes, not in Greenwich', () => {
  expect(todayAtProperty(new Date('2026-03-01T04:00:00Z'))).toBe('2026-02-28');
});
