import { expect, test } from 'vitest';
import { parseAmount, toAmountText } from './amount.ts';

test.each([
  ['1131.20', 113_120],
  ['1,131.20', 113_120],
  [' $50 ', 5_000],
  ['50.5', 5_050],
  ['0', 0],
  ['1,234,567', 123_456_700],
])('%j is %i cents', (text, cents) => expect(parseAmount(text)).toBe(cents));

test.each(['', 'all', '-5', '1.234', '12,34', '1e3', '5 $', '9999999999', '１０'])(
  '%j is no amount',
  (text) => {
    expect(parseAmount(text)).toBeNull();
  },
);

test('an amount is proposed as it would be typed', () => {
  for (const cents of [0, 5, 113_120, 99_999_999]) expect(parseAmount(toAmountText(cents))).toBe(cents);
  expect(toAmountText(113_120)).toBe('1131.20');
});
