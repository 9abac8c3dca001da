import { expect, test } from 'vitest';
import { moveItem } from './reorder-buttons.tsx';

test.each([
  [0, 1, 'bac'],
  [2, 0, 'cab'],
  [0, 2, 'bca'],
  [1, 1, 'abc'],
  [0, -1, 'abc'],
  [2, 3, 'abc'],
  [5, 0, 'abc'],
])('moveItem from %s to %s makes %s', (from, to, order) => {
  const list = ['a', 'b', 'c'];
  expect(moveItem(list, from, to).join('')).toBe(order);
  expect(list.join('')).toBe('abc');
});
