import { expect, test } from 'vitest';
import { parseHomesPage, toHomesPage } from './home-pages.ts';

const homes = Array.from({ length: 50 }, (_, n) => n + 1);

test.each([
  [1, 1, 24],
  [2, 25, 48],
  [3, 49, 50],
  [9, 49, 50],
])('page %i has the homes %i to %i', (page, first, last) => {
  const shown = toHomesPage(homes, page);
  expect([shown.homes[0], shown.homes.at(-1)]).toEqual([first, last]);
  expect(shown).toMatchObject({ page: Math.min(page, 3), pages: 3 });
});

test.each([0, 1, 24])('%i homes are one page', (count) => {
  expect(toHomesPage(homes.slice(0, count), 1)).toEqual({ homes: homes.slice(0, count), page: 1, pages: 1 });
});

test.each([
  ['page=2', 2],
  ['', 1],
  ['page=0', 1],
  ['page=-1', 1],
  ['page=two', 1],
  ['page=99999', 1],
])('the address %j asks for page %i', (search, page) => {
  expect(parseHomesPage(new URLSearchParams(search))).toBe(page);
});
