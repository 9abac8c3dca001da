import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';

test('minor units are shown as US currency with the code upper-cased', () => {
  expect(formatMoney(17500, 'usd')).toBe('$175.00');
  expect(formatMoney(123456789, 'USD')).toBe('$1,234,567.89');
  expect(formatMoney(1000, 'eur')).toBe('€10.00');
});

test('a code that is no currency still shows the amount', () => {
  expect(formatMoney(1000, 'beads')).toBe('10.00 BEADS');
});
