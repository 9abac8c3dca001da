import { expect, test } from 'vitest';
import { isSlug, slugify } from './slug.ts';

test.each([
  ['Best Beaches in Panama City Beach', 'best-beaches-in-panama-city-beach'],
  ["What's New? Summer 2025!", 'whats-new-summer-2025'],
  ['  Kid-Friendly,  Steps   to Beach + Pools ', 'kid-friendly-steps-to-beach-pools'],
  ['A -- B — C', 'a-b-c'],
  ['--- Hello ---', 'hello'],
  ['Tab\tand\nline', 'tab-and-line'],
  ['Café', 'caf'],
  ['!!!', ''],
  ['', ''],
])('the title %j suggests the slug %j', (title, slug) => {
  expect(slugify(title)).toBe(slug);
});

test('a suggested slug is always one that is accepted, however long the title', () => {
  expect(slugify(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99));
  expect(isSlug(slugify('word '.repeat(50)))).toBe(true);
});

test.each(['a', 'a-b', '2025', 'a1-b2', 'a'.repeat(100)])('%s is a slug', (text) => {
  expect(isSlug(text)).toBe(true);
});

test.each([
  '',
  '-',
  '-a',
  'a-',
  'a--b',
  'A',
  'a b',
  'a_b',
  'a/b',
  'a.b',
  'é',
  'a\n',
  'a'.repeat(101),
  '01890000-0000-7000-8000-000000000000',
  'new',
  'edit',
])('%j is no slug', (text) => {
  expect(isSlug(text)).toBe(false);
});
