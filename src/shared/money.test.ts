import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';

test('formatMoney shows minor units as US currency, with a currency code in any case', () => {
  expect(formatMoney(17500, 'usd')).toBe('$175.00');
  expect(formatMoney(123456789, 'USD')).toBe('$1,234,567.89');
  expect(formatMoney(1000, 'eur')).toBe('€10.00');
});

test('formatMoney shows the amount for an unknown code', () => {
  expect(formatMoney(1000, 'beads')).toBe('10.00 BEADS');
});
