import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isTracked, redactUrl } from './events.ts';

const origin = 'https://stay.example';

test.each([
  ['/stays/sunset-villa', `${origin}/stays/sunset-villa`],
  ['/', `${origin}/`],
  ['/checkout/success?sessionId=cs_live_abc', `${origin}/checkout/success`],
  ['/checkout/error?message=Card%20of%20Ann', `${origin}/checkout/error`],
  ['/login?returnUrl=/account#ann', `${origin}/login`],
  [`${origin}/shop?utm_source=mail#top`, `${origin}/shop`],
])('redactUrl reduces %s to origin and path', (address, expected) => {
  expect(redactUrl(address, origin)).toBe(expected);
});

test.each([
  '/ann@guests.example',
  '/Ann-Lee',
  '/ann-lee',
  '/8505550177',
  '/stays/sunset-villa/ann',
  '/%61nn%40guests.example',
  '/call/+1%20850%20555',
  '//evil.example/ann',
  'https://ann:secret@stay.example/Ann',
])('redactUrl hides the unknown path of %s', (address) => {
  const redacted = redactUrl(address, origin);
  expect(['https://stay.example/elsewhere', 'https://evil.example/']).toContain(redacted);
  expect(redacted).not.toMatch(/ann|secret|850/i);
});

test('redactUrl keeps the origin of other sites and nothing of invalid URLs', () => {
  expect(redactUrl('https://mail.example/read?to=ann', origin)).toBe('https://mail.example/');
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'about:blank',
    'http://',
    'android-app://com.example',
  ])
    expect(redactUrl(address, origin)).toBe('');
});

test('isTracked is false for the hosts’ pages and redirects', () => {
  for (const path of [
    '/admin',
    '/admin/',
    '/auth/callback',
    '/notify/leave',
    '/blog/new',
    '/blog/edit/1',
    '/failure',
  ])
    expect([path, isTracked(path)]).toEqual([path, false]);
  expect(isTracked('/offers/t0ken')).toBe(false);
  expect(isTracked('/reviews/t0ken')).toBe(false);
  for (const path of [
    '/',
    '/blog',
    '/blog/news',
    '/blog/edits',
    '/administrator',
    '/checkout/success',
    '/account',
  ])
    expect([path, isTracked(path)]).toEqual([path, true]);
});

test('redactUrl keeps the path of every tracked route', () => {
  const routes = readFileSync(new URL('../../routes.ts', import.meta.url), 'utf8');
  const paths = [...routes.matchAll(/route\('([^'*]+)'/g)].map(
    ([, path]) => `/${path?.replace(/:\w+/, 'a-1')}`,
  );
  expect(paths).toContain('/stays/a-1');
  for (const path of paths.filter(isTracked)) expect(redactUrl(path, origin)).toBe(origin + path);
});
