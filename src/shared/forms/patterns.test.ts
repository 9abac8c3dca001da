import { expect, test } from 'vitest';
import { matchesOnServer } from './patterns.server.ts';
import { matchesInBrowser } from './patterns.ts';
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
  expect(matchesOnServer(pattern, text)).toBe(verdict);
});

test('a pattern made to run for centuries ends on the server with the right verdict', () => {
  const text = `${'a'.repeat(5000)}!`;
  for (const evil of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*a){20}$', '^([a-zA-Z]+)*$']) {
    expect(matchesOnServer(evil, text)).toBe(false);
  }
  const schema = { properties: { code: { type: 'string', title: 'Code', pattern: '^(a+)+$' } } } as const;
  expect(validateForm(schema, { code: text }, matchesOnServer)).toEqual({ code: 'Code is not valid' });
  expect(validateForm(schema, { code: 'a'.repeat(5000) }, matchesOnServer)).toEqual({});
});

test('the browser leaves a pattern it cannot read to the server', () => {
  expect(matchesInBrowser('(?i)^usd$', 'eur')).toBe(true);
  expect(matchesOnServer('(?i)^usd$', 'eur')).toBe(false);
  expect(matchesOnServer('(?i)^usd$', 'USD')).toBe(true);
});

test('the server names a pattern that is a mistake in the schema', () => {
  expect(() => matchesOnServer('(', 'x')).toThrow('The schema pattern "(" is not one RE2 can run');
  expect(() => matchesOnServer('(a)\\1', 'aa')).toThrow('is not one RE2 can run');
});
