import { expect, test } from 'vitest';
import { formatWait } from './waiting-clock.tsx';

test.each([
  [-5_000, '0 min'],
  [59_999, '0 min'],
  [3_599_000, '59 min'],
  [3_600_000, '1 h 0 min'],
  [71_940_000, '19 h 59 min'],
  [172_740_000, '47 h 59 min'],
  [172_800_000, '2 days'],
])('formatWait of %i ms is %s', (milliseconds, text) => {
  expect(formatWait(milliseconds)).toBe(text);
});
