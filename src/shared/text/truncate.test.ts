import { expect, test } from 'vitest';
import { truncate } from './truncate.ts';

test('a long text is cut at a word', () => {
  expect(truncate('Quiet  beaches\nand good shrimp')).toBe('Quiet beaches and good shrimp');
  expect(truncate('Quiet beaches, and good shrimp', 16)).toBe('Quiet beaches…');
  expect(truncate('a'.repeat(200), 20)).toBe(`${'a'.repeat(19)}…`);
});
