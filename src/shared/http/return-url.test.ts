import { expect, test } from 'vitest';
import { safeReturnUrl } from './return-url.ts';

const tab = '\t';
const hostile = [
  ...[
    'https://evil.example',
    'http://evil.example/',
    'HTTPS://EVIL.EXAMPLE',
    'https:evil.example',
    'https:/evil',
  ],
  ...[
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '/////evil.example/%2f..',
    '//evil.example@here',
  ],
  ...['\\\\evil.example', '/\\evil.example', '\\/evil.example', '/\\/evil.example', '/\\\\evil.example'],
  ...[
    '/\\\\\\evil.example',
    '\\evil.example',
    '/path\\..\\..\\evil',
    '/.\\evil.example',
    '/a\\/evil.example',
  ],
  ...[
    `/${tab}/evil.example`,
    `${tab}//evil.example`,
    `//${tab}evil.example`,
    '/\n/evil.example',
    '/\r/evil.example',
  ],
  ...['/\r\nLocation: https://evil.example', '/ /evil.example', ' //evil.example', '\u00a0//evil.example'],
  ...[
    '/\u2028/evil.example',
    '/\u200b/evil.example',
    '/\u202e/evil',
    '/\ufeff/evil',
    '/\0/evil',
    '/\u0085/evil',
  ],
  ...[
    '/%09/evil.example',
    '/%0a/evil.example',
    '/%0d%0a/evil',
    '/%00/evil',
    '/%20/evil.example',
    '/%c2%a0/evil',
  ],
  ...[
    '/%5cevil.example',
    '/%5Cevil.example',
    '/%5c%5cevil.example',
    '/%255cevil.example',
    '/%25255cevil.example',
  ],
  ...[
    '/%2fevil.example',
    '/%2Fevil.example',
    '/%2f%2fevil.example',
    '/%252fevil.example',
    '/%25252fevil.example',
  ],
  ...[
    '%2f%2fevil.example',
    '%2fevil.example',
    '%5c%5cevil.example',
    '/%',
    '/%zz',
    '/%c0%afevil',
    '/%e0%80%af',
  ],
  ...[
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/a/..///evil',
    '/%2e//evil',
    '/%2e%2e//evil',
  ],
  ...['/./%2fevil.example', '/a/../%2fevil', '/a/%2e%2e//evil.example', '/;@evil\\', '/%ef%bb%bf/evil'],
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', '\u0001javascript:alert(1)'],
  ...[
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://here/1',
    'file:///etc/passwd',
  ],
  ...[
    'mailto:a@evil.example',
    'intent://evil#Intent;end',
    'ftp://evil.example',
    'ws://evil.example',
    'about:blank',
  ],
  ...[
    'evil.example',
    'account',
    './account',
    '../account',
    '?next=/account',
    '#account',
    '@evil.example',
    '.',
  ],
  ...[
    '/login',
    '/login/',
    '/LOGIN',
    '/login?returnUrl=/login',
    '/login?returnUrl=https://evil.example',
    '/login#x',
  ],
  ...['/%6cogin', '/%6c%6f%67%69%6e', '/./login', '/a/../login', '/account/..//login', '/lo%67in/'],
  ...['/auth/callback?code=1', '/auth', '/api/logout', '/API/logout', '/api', '/%61pi/logout'],
  ...['', `/${'a'.repeat(2_000)}`],
];

test('there are enough hostile URLs, each listed once', () => {
  expect(new Set(hostile).size).toBe(hostile.length);
  expect(hostile.length).toBeGreaterThan(100);
});

test.each(hostile)('T-32: safeReturnUrl maps %j to the fallback', (value) => {
  expect(safeReturnUrl(value)).toBe('/');
  expect(safeReturnUrl(value, '/account')).toBe('/account');
});

test('safeReturnUrl maps a missing URL to the fallback', () => {
  expect([safeReturnUrl(null), safeReturnUrl(undefined)]).toEqual(['/', '/']);
});

test.each([
  '/',
  '/account',
  '/admin',
  '/admin?table=amenities&page=2',
  '/blog/first-days-of-spring',
  '/#contact',
  '/shop?next=//evil.example',
  '/shop?next=https%3A%2F%2Fevil.example#%5c',
  '/blog/edit/0192f0a0-0000-7000-8000-000000000000',
  '/login-help',
  '/blog/caf%C3%A9',
  '/blog/a@b:c',
])('safeReturnUrl returns %s unchanged', (value) => {
  expect(safeReturnUrl(value)).toBe(value);
});

test('safeReturnUrl resolves dot segments', () => {
  expect(safeReturnUrl('/blog/../account')).toBe('/account');
});
