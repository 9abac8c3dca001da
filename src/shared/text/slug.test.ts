import { expect, test } from 'vitest';
import { isSlug, slugify, suggestSlug } from './slug.ts';

test.each([
  ['Best Beaches in Panama City Beach', 'best-beaches-in-panama-city-beach'],
  ["What's New? Summer 2025!", 'whats-new-summer-2025'],
  ['  Kid-Friendly,  Steps   to Beach + Pools ', 'kid-friendly-steps-to-beach-pools'],
  ['A -- B — C', 'a-b-c'],
  ['--- Hello ---', 'hello'],
  ['Tab\tand\nline', 'tab-and-line'],
  ['Café Über naïve', 'cafe-uber-naive'],
  ['Smørrebrød, Łódź & Straße', 'smorrebrod-lodz-strasse'],
  ['Ａ №１ ½', 'a-no1-12'],
  ['海滩', ''],
  ['!!!', ''],
  ['', ''],
])('slugify maps %j to %j', (title, slug) => {
  expect(slugify(title)).toBe(slug);
});

test('slugify returns a valid slug for a title of any length', () => {
  expect(slugify(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99));
  expect(isSlug(slugify('word '.repeat(50)))).toBe(true);
});

test.each(['a', 'a-b', '2025', 'a1-b2', 'a'.repeat(100)])('isSlug accepts %s', (text) => {
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
])('isSlug rejects %j', (text) => {
  expect(isSlug(text)).toBe(false);
});

test.each([
  ['New', 'new-1'],
  ['edit!', 'edit-1'],
  ['01890000-0000-7000-8000-000000000000', '01890000-0000-7000-8000-000000000000-1'],
  ['News', 'news'],
  ['!!!', ''],
])('suggestSlug of %j is a valid slug', (title, slug) => {
  expect(suggestSlug(title)).toBe(slug);
});
