import { expect, test } from 'vitest';
import type { Property } from '../../listings/property.ts';
import { findListed, toListedHomes } from './listed-homes.ts';

const all = Array.from(
  { length: 30 },
  (_, n) =>
    ({
      id: `id-${n}`,
      slug: `home-${n}`,
      title: `Home ${n}`,
      pictures: [{ src: '1' }, { src: '2' }],
    }) as Property,
);
const listedAt = (search: string) => toListedHomes(all, new URLSearchParams(search));

test('the home page holds 24 homes, and the others on the next page', () => {
  const ids = (homes: readonly Property[]) => homes.map(({ id }) => id);
  expect(listedAt('')).toMatchObject({ page: 1, pages: 2, requested: null });
  expect(ids(listedAt('').homes)).toEqual(ids(all.slice(0, 24)));
  expect(ids(listedAt('page=2').homes)).toEqual(ids(all.slice(24)));
});

test('the home that the address names is found though it is on another page', () => {
  const shown = listedAt('property=id-29');
  expect(shown.homes).toHaveLength(24);
  expect(findListed(shown, 'id-29')).toEqual({ id: 'id-29', slug: 'home-29', title: 'Home 29' });
  expect(findListed(shown, 'id-3')?.title).toBe('Home 3');
  expect(findListed(shown, 'id-28')).toBeUndefined();
});

test('a card has all its images if all homes are on one page, else the first', () => {
  expect(toListedHomes(all.slice(0, 24), new URLSearchParams()).homes[0]?.pictures).toHaveLength(2);
  expect(listedAt('').homes[0]?.pictures).toEqual([{ src: '1' }]);
});
