import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { telHref } from './phone.ts';
import { escapeHtml, truncate } from './text.ts';

const check = <T>(values: fc.Arbitrary<T>, property: (value: T) => void): void =>
  fc.assert(fc.property(values, property), { numRuns: runs(2_000) });

const words = fc
  .array(fc.constantFrom('a', 'beach', 'house,', 'Gulf–', '  ', '\n', '🏖', '👨‍👩‍👧', 'é', 'x'.repeat(40)), {
    maxLength: 40,
  })
  .map((parts) => parts.join(' '));
const texts = fc.oneof(words, fc.string({ unit: 'grapheme', maxLength: 300 }));

test('truncate never exceeds its length, breaks no character and cuts only what is too long', () => {
  check(fc.tuple(texts, fc.integer({ min: 2, max: 200 })), ([text, maxLength]) => {
    const short = truncate(text, maxLength);
    const plain = text.replace(/\s+/g, ' ').trim();
    expect(short.length).toBeLessThanOrEqual(maxLength);
    expect(short).not.toMatch(/\p{Surrogate}/u);
    if (plain.length <= maxLength) expect(short).toBe(plain);
    else expect(plain.startsWith(short.replace(/…$/, ''))).toBe(true);
    expect(truncate(short, maxLength)).toBe(short);
  });
});

test('truncate at the exact length changes nothing, one character more cuts', () => {
  expect(truncate('a'.repeat(160))).toBe('a'.repeat(160));
  expect(truncate('a'.repeat(161))).toBe(`${'a'.repeat(159)}…`);
});

const decode = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

test('escapeHtml leaves no character that means anything, and loses none', () => {
  check(fc.string({ unit: fc.constantFrom(...'&<>"\'lt;g#39 amp') }), (text) => {
    const html = escapeHtml(text);
    expect(html).not.toMatch(/[<>"']/);
    expect(html).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)/);
    expect(decode(html)).toBe(text);
  });
});

test('telHref gives a number that a phone can call, for any text of a host', () => {
  check(fc.string({ unit: fc.constantFrom(...'+0123456789 ()-.x;"<>é') }), (phone) => {
    expect(telHref(phone)).toMatch(/^tel:(?:\+?\d+(?:;ext=\d+)?)?$/);
  });
});
