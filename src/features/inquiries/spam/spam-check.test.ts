import { expect, test } from 'vitest';
import { countLinks, detectSpam, normalizeForDuplicates } from './spam-check.ts';

const texts = { name: 'Ann Lee', message: 'We would love to come.' };

test('a person with or without the signs of one passes', () => {
  expect(detectSpam(texts, {})).toBeNull();
  expect(detectSpam(texts, { website: '', elapsedMs: 2_000 })).toBeNull();
});

test('a filled hidden field is refused in words that let a person try again', () => {
  expect(detectSpam(texts, { website: 'https://spam.example' })).toEqual({
    message: 'Please wait a moment and send the form again.',
    fields: { website: 'Please leave this field empty' },
  });
});

test('a form sent within two seconds is refused', () => {
  expect(detectSpam(texts, { elapsedMs: 1_999 })?.message).toMatch(/wait a moment and send the form again/);
  expect(detectSpam(texts, { elapsedMs: -5 })).not.toBeNull();
});

test('two links are a question, three are an advertisement', () => {
  const links = (count: number) => ({ name: 'Ann', message: 'see https://a.example '.repeat(count) });
  expect(detectSpam(links(2), {})).toBeNull();
  expect(detectSpam(links(3), {})?.fields).toEqual({ message: 'Message can hold at most 2 links' });
});

test.each([
  ['no link at all, 5:30 p.m. and a/c', 0],
  ['http://a.example and HTTPS://b.example', 2],
  ['www.a.example', 1],
  ['[url=x]y[/url] <a href=x>y</a>', 2],
])('%j holds %i links', (text, count) => {
  expect(countLinks(text)).toBe(count);
});

test('only longer texts count as the same, whatever their spacing and case', () => {
  const long = 'We are two families with four children and would love to spend a week by the sea.';
  expect(normalizeForDuplicates('Looking forward to the beach!')).toBeNull();
  expect(normalizeForDuplicates(long)).toBe(
    normalizeForDuplicates(`  ${long.toUpperCase().replaceAll(' ', '\n')}!!`),
  );
});
