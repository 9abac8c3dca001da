import { expect, test } from 'vitest';
import { shortened } from './shortened.ts';

test('a long text is cut at a word', () => {
  expect(shortened('Quiet  beaches\nand good shrimp')).toBe('Quiet beaches and good shrimp');
  expect(shortened('Quiet beaches, and good shrimp', 16)).toBe('Quiet beaches…');
  expect(shortened('a'.repeat(200), 20)).toBe(`${'a'.repeat(19)}…`);
});
