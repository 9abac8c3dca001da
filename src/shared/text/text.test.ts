import { expect, test } from 'vitest';
import { pluralize, truncate } from './text.ts';

test('pluralize adds an s to every count but one', () => {
  expect([0, 1, 2].map((count) => pluralize(count, 'bed'))).toEqual(['0 beds', '1 bed', '2 beds']);
});

test('truncate joins whitespace and cuts a long text at a word', () => {
  expect(truncate('Quiet  beaches\nand good shrimp')).toBe('Quiet beaches and good shrimp');
  expect(truncate('Quiet beaches, and good shrimp', 16)).toBe('Quiet beaches…');
  expect(truncate('a'.repeat(200), 20)).toBe(`${'a'.repeat(19)}…`);
  expect(truncate(`${'a'.repeat(18)}🏖🏖`, 20)).toBe(`${'a'.repeat(18)}…`);
});
