import { expect, test } from 'vitest';
import { matchesRe2 } from './regex.server.ts';
import { matchesInBrowser } from './regex.ts';
import { validateForm } from './validate.ts';

test.each([
  ['^[a-z]{3}$', 'usd', true],
  ['^[a-z]{3}$', 'usdt', false],
  ['b', 'abc', true],
  ['^🏖$', '🏖', true],
  ['^.$', '🏖', true],
  ['^\\d+$', '١٢', false],
  ['^\\p{L}+$', 'Zoë', true],
])('the pattern %s says the same of %s in the browser and on the server', (pattern, text, verdict) => {
  expect(matchesInBrowser(pattern, text)).toBe(verdict);
  expect(matchesRe2(pattern, text)).toBe(verdict);
});

test('a pattern made to run for centuries ends on the server with the right verdict', () => {
  const text = `${'a'.repeat(5000)}!`;
  for (const evil of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*a){20}$', '^([a-zA-Z]+)*$']) {
    expect(matchesRe2(evil, text)).toBe(false);
  }
  const schema = { properties: { code: { type: 'string', title: 'Code', pattern: '^(a+)+$' } } } as const;
  expect(validateForm(schema, { code: text }, matchesRe2)).toEqual({ code: 'Code is not valid' });
  expect(validateForm(schema, { code: 'a'.repeat(5000) }, matchesRe2)).toEqual({});
});

test('the browser leaves a pattern it cannot read to the server', () => {
  expect(matchesInBrowser('(?i)^usd$', 'eur')).toBe(true);
  expect(matchesRe2('(?i)^usd$', 'eur')).toBe(false);
  expect(matchesRe2('(?i)^usd$', 'USD')).toBe(true);
});

test('the server names a pattern that is a mistake in the schema', () => {
  expect(() => matchesRe2('(', 'x')).toThrow('The schema pattern "(" is not one RE2 can run');
  expect(() => matchesRe2('(a)\\1', 'aa')).toThrow('is not one RE2 can run');
});
