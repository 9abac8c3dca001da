import { expect, test } from 'vitest';
import { matchesPattern } from './validate.ts';

test.each([
  ['^[a-z]{3}$', 'usd', true],
  ['^[a-z]{3}$', 'usdt', false],
  ['b', 'abc', true],
  ['^🏖$', '🏖', true],
  ['^.$', '🏖', true],
  ['^\\d+$', '١٢', false],
  ['^\\p{L}+$', 'Zoë', true],
])('matchesPattern(%s, %s) is %s', (pattern, text, expected) => {
  expect(matchesPattern(pattern, text)).toBe(expected);
});

test('matchesPattern throws for a pattern that is no regular expression', () => {
  expect(() => matchesPattern('(', 'x')).toThrow(SyntaxError);
});
