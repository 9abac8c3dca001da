import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import { safeReturnUrl } from './http/return-url.ts';
import { formatMoney } from './money.ts';
import { canonicalEmail, isEmail } from './text/email.ts';
import { isSlug, slugify } from './text/slug.ts';

const check = <T>(values: fc.Arbitrary<T>, property: (value: T) => void): void =>
  fc.assert(fc.property(values, property), { numRuns: runs(5_000) });

const urlParts = [
  '/',
  '//',
  '..',
  '\\',
  '@',
  '?',
  '#',
  '%2f',
  '%5c',
  '\t',
  'evil.example',
  'login',
  'api',
  'a',
];
const urls = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...urlParts), { maxLength: 6 }).map((parts) => `/${parts.join('')}`),
);

test('safeReturnUrl never leaves the site, for any text', () => {
  check(urls, (text) => {
    const url = safeReturnUrl(text);
    expect(url).toMatch(/^\/(?![/\\])/);
    expect(new URL(url, 'https://home.example').origin).toBe('https://home.example');
    expect(url).not.toMatch(/^\/(login|auth|api)(\/|$)/i);
    expect(safeReturnUrl(url)).toBe(url);
  });
});

const titles = fc.string({ unit: fc.constantFrom(...'abZ09 -–_!?é\t'), maxLength: 250 });

test('slugify gives a slug, whose slug is itself, or an empty text', () => {
  check(titles, (title) => {
    const slug = slugify(title);
    if (slug !== '') expect(isSlug(slug), slug).toBe(true);
    expect(slugify(slug)).toBe(slug);
  });
});

const addresses = fc.oneof(
  fc.emailAddress(),
  fc.tuple(fc.string(), fc.string()).map(([local, domain]) => `${local}@${domain}`),
);

test('canonicalEmail gives an address whose canonical form is itself, or null', () => {
  check(addresses, (text) => {
    const address = canonicalEmail(text);
    if (address === null) return;
    expect(canonicalEmail(address)).toBe(address);
    expect(canonicalEmail(` ${address.toUpperCase()} `)).toBe(address);
    expect(isEmail(address)).toBe(true);
    expect(address).toMatch(/^[^\s<>,;"]+@[a-z0-9.-]+$/);
  });
});

test('formatMoney shows every cent of an amount', () => {
  check(fc.integer({ min: 0, max: 1_000_000_000_000 }), (cents) => {
    expect(Number(formatMoney(cents, 'usd').replace(/[$,.]/g, ''))).toBe(cents);
  });
});
