import type { APIResponse } from '@playwright/test';
import { open } from '../goto.ts';
import { test as plain } from '../site.ts';
import { expect, ids, settle, test } from '../tracked-site.ts';

const directives = (response: APIResponse) =>
  new Map(
    (response.headers()['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values] as const;
    }),
  );

const pages = ['/', '/shop', '/hosts', '/blog', '/login', '/checkout/cancel', '/no/such/page'];
const forOneVisitor = ['/?from=mail', '/checkout/success?sessionId=none', '/checkout/error?message=x'];
const connectSources = [ids.POSTHOG_HOST, 'https://www.facebook.com', 'https://ct.pinterest.com'];
const tagHosts = [
  'https://www.googletagmanager.com',
  'https://www.google-analytics.com',
  'https://region1.google-analytics.com',
];

test('the CSP of every page lists the services in connect-src and none in script-src', async ({
  request,
}) => {
  for (const path of [...pages, ...forOneVisitor]) {
    for (const _ of ['rendered', 'cached']) {
      const policy = directives(await request.get(path));
      expect(policy.get('connect-src')).toEqual(["'self'", ...connectSources]);
      expect(policy.get('script-src')?.join(' ')).not.toMatch(/https?:|\*|unsafe/);
      expect(policy.get('img-src')).toEqual(["'self'", 'data:', 'blob:']);
      expect(policy.get('frame-src')).toEqual(["'self'"]);
      expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
      expect(policy.get('trusted-types')).toEqual(['rich-text']);
    }
  }
  for (const path of ['/embed/map', '/api/users/me', '/favicon.svg', '/healthz'])
    expect((await request.get(path)).headers()['content-security-policy']).not.toMatch(
      /posthog|facebook|pinterest|googletagmanager/,
    );
});

test('the tags’ frame has no origin and reaches only the tag manager’s hosts', async ({ request }) => {
  const response = await request.get('/embed/tags');
  const policy = directives(response);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('script-src')).toEqual([expect.stringMatching(/^'sha256-/), ...tagHosts]);
  expect(policy.get('connect-src')).toEqual(tagHosts);
  expect(policy.get('img-src')).toEqual(tagHosts);
  expect(policy.get('sandbox')).toEqual(['allow-scripts']);
  expect(policy.get('frame-ancestors')).toEqual(["'self'"]);
  expect(response.headers()['referrer-policy']).toBe('no-referrer');
  expect(response.headers()['x-frame-options']).toBe('SAMEORIGIN');
  expect(response.headers()['set-cookie']).toBeUndefined();
});

test('pages are cached as without services', async ({ request }) => {
  // While content changes, or cannot be listened to, no page is cached.
  await expect
    .poll(async () => (await request.get('/hosts')).headers())
    .toMatchObject({ etag: expect.any(String), 'cache-control': 'public, max-age=0, must-revalidate' });
});

plain('without configured services there is no banner, and the CSP lists none', async ({ page }) => {
  await open(page, '/shop');
  await settle(page);
  await expect(page.getByRole('region', { name: /May we tell/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Privacy choices' })).toHaveCount(0);
  const response = await page.request.get('/shop');
  expect(directives(response).get('connect-src')).toEqual(["'self'"]);
  expect((await page.request.get('/embed/tags')).status()).toBe(404);
});
