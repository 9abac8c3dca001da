import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countLinks, detectSpam, normalizeForDuplicates } from './spam-check.ts';

const texts = { name: 'Ann Lee', message: 'We would love to come.' };

test('detectSpam passes a guest, with or without signals', () => {
  expect(detectSpam(texts, {})).toBeNull();
  expect(detectSpam(texts, { website: '', elapsedMs: 2_000 })).toBeNull();
});

test('detectSpam reports a filled honeypot with a message to send again', () => {
  expect(detectSpam(texts, { website: 'https://spam.example' })).toEqual({
    message: 'Please wait a moment and send the form again.',
    fields: { website: 'Please leave this field empty' },
  });
});

test('detectSpam reports a form sent within two seconds', () => {
  expect(detectSpam(texts, { elapsedMs: 1_999 })?.message).toMatch(/wait a moment and send the form again/);
  expect(detectSpam(texts, { elapsedMs: -5 })).not.toBeNull();
});

test('detectSpam allows two links and reports three', () => {
  const links = (count: number) => ({ name: 'Ann', message: 'see https://a.example '.repeat(count) });
  expect(detectSpam(links(2), {})).toBeNull();
  expect(detectSpam(links(3), {})?.fields).toEqual({ message: 'Message can hold at most 2 links' });
});

test.each([
  ['no link at all, 5:30 p.m. and a/c', 0],
  ['http://a.example and HTTPS://b.example', 2],
  ['www.a.example', 1],
  ['[url=x]y[/url] <a href=x>y</a>', 2],
])('countLinks(%j) is %i', (text, count) => {
  expect(countLinks(text)).toBe(count);
});

test('normalizeForDuplicates ignores case and spacing, and short texts', () => {
  const long = 'We are two families with four children and would love to spend a week by the sea.';
  expect(normalizeForDuplicates('Looking forward to the beach!')).toBeNull();
  expect(normalizeForDuplicates(long)).toBe(
    normalizeForDuplicates(`  ${long.toUpperCase().replaceAll(' ', '\n')}!!`),
  );
});

test('normalizeForDuplicates ignores case, spacing and punctuation of any text', () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom(...'abcdefgh0189é'), minLength: 5 }), {
    minLength: 15,
  });
  fc.assert(
    fc.property(words, fc.constantFrom(' ', ', ', '\n', ' - ', '…'), (parts, separator) => {
      const text = normalizeForDuplicates(parts.join(' '));
      expect(text).not.toBeNull();
      expect(normalizeForDuplicates(parts.join(separator).toUpperCase())).toBe(text);
    }),
  );
});
