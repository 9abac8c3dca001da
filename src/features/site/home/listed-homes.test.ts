import { expect, test } from 'vitest';
import type { Property } from '../../listings/property.ts';
import { findListed, toListedHomes } from './listed-homes.ts';

const all = Array.from(
  { length: 30 },
  (_, n) => ({ id: `id-${n}`, slug: `home-${n}`, title: `Home ${n}`, description: 'Long' }) as Property,
);
const listedAt = (search: string) => toListedHomes(all, new URLSearchParams(search));

test('the home page holds 24 homes, and the others on the next page', () => {
  expect(listedAt('')).toMatchObject({ homes: all.slice(0, 24), page: 1, pages: 2, requested: null });
  expect(listedAt('page=2').homes).toEqual(all.slice(24));
});

test('the home that the address names is found though it is on another page', () => {
  const shown = listedAt('property=id-29');
  expect(shown.homes).toHaveLength(24);
  expect(findListed(shown, 'id-29')).toEqual({ id: 'id-29', slug: 'home-29', title: 'Home 29' });
  expect(findListed(shown, 'id-3')).toBe(all[3]);
  expect(findListed(shown, 'id-28')).toBeUndefined();
});
