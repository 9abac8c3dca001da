import { expect, test } from 'vitest';
import { formatRange, formatRowCount, hasNext, lastPage } from './page-range.ts';

const exact = (total: number) => ({ total, totalIsEstimate: false });
const about = (total: number) => ({ total, totalIsEstimate: true });

test('formatRange gives the first and last row and the total', () => {
  expect(formatRange(1, 50, 50, exact(1_000_000))).toBe('1–50 of 1,000,000');
  expect(formatRange(20_000, 50, 50, exact(1_000_000))).toBe('999,951–1,000,000 of 1,000,000');
  expect(formatRange(2, 50, 3, exact(53))).toBe('51–53 of 53');
  expect(formatRange(1, 50, 0, exact(0))).toBe('0 of 0');
  expect(formatRange(1, 50, 50, about(998_732))).toBe('1–50 of about 1,000,000');
  expect(formatRange(300, 50, 50, about(12_345))).toBe('14,951–15,000 of about 12,000');
});

test('lastPage is null without an exact count', () => {
  expect(lastPage(exact(0), 50)).toBe(1);
  expect(lastPage(exact(50), 50)).toBe(1);
  expect(lastPage(exact(51), 50)).toBe(2);
  expect(lastPage(about(10_000), 50)).toBeNull();
});

test('hasNext holds while rows follow, with an exact count or without', () => {
  expect(hasNext(1, 50, 50, exact(51))).toBe(true);
  expect(hasNext(2, 50, 1, exact(51))).toBe(false);
  expect(hasNext(300, 50, 50, about(10_000))).toBe(true);
  expect(hasNext(300, 50, 49, about(10_000))).toBe(false);
});

test('formatRowCount knows the singular', () => {
  expect(formatRowCount(1)).toBe('1 row');
  expect(formatRowCount(1_000)).toBe('1,000 rows');
});
