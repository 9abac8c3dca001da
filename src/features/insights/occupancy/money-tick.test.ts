import { expect, test } from 'vitest';
import { formatMoneyTick } from './money-tick.ts';

test.each([
  [0, '$0'],
  [50_000, '$500'],
  [125_000, '$1.25K'],
  [150_000, '$1.5K'],
  [175_000, '$1.75K'],
  [12_500_000, '$125K'],
])('%d cents at an axis are %s', (cents, text) => {
  expect(formatMoneyTick(cents)).toBe(text);
});
