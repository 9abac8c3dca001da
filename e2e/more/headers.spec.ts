import { createHash } from 'node:crypto';
import type { APIResponse } from '@playwright/test';
import { expect, test } from '../site.ts';

const pages = ['/', '/shop', '/hosts', '/checkout/cancel', '/checkout/error', '/login', '/no/such/page'];
const forOneVisitor = [
  '/?from=mail',
  '/shop?from=mail',
  '/checkout/success?sessionId=none',
  '/checkout/error?message=x',
];
const others = [
  '/api/properties',
  '/api/users/me',
  '/api/nothing-here',
  '/api/docs',
  '/api/openapi.json',
  '/embed/map',
  '/embed/video',
  '/embed/nothing-here',
  '/favicon.svg',
  '/media/nothing/here.jpg',
  '/healthz',
  '/readyz',
  '/metrics',
];

const directives = (response: APIResponse) =>
  new Map(
    (response.headers()['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values] as const;
    }),
  );

/** The headers that every response of the site must have. */
function expectGuarded(response: APIResponse): void {
  const where = response.url();
  const policy = response.headers()['content-security-policy'] ?? '';
  expect(response.headers(), where).toMatchObject({
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    // Mail that is read on other sites shows our JPEGs; other sites load nothing else.
    'cross-origin-resource-policy':
      /\/media\/[\w-]+\/\d+\.jpg$/.test(where) && response.ok() ? 'cross-origin' : 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  });
  expect(policy, where).toContain("frame-ancestors 'self'");
  expect(policy, where).toContain("base-uri 'none'");
  expect(policy, where).toMatch(/default-src '(self|none)'/);
  expect(policy, where).not.toMatch(/unsafe|\*|https?:(?!\/\/www\.google\.com)/);
  for (const name of ['access-control-allow-origin', 'x-powered-by', 'server']) {
    expect(response.headers()[name], `${name} of ${where}`).toBeUndefined();
  }
}

test('every response has the security headers', async ({ request }) => {
  const home = await (await request.get('/')).text();
  const asset = /\/assets\/[\w.-]+\.js/.exec(home)?.[0] ?? '';
  const imageUrl = /\/media\/[\w-]+\/\d+\.jpg/.exec(home)?.[0] ?? '';
  for (const path of [...pages, ...forOneVisitor, ...others, asset, imageUrl]) {
    for (const _ of ['rendered', 'kept']) expectGuarded(await request.get(path));
    expectGuarded(await request.head(path));
  }
  for (const path of ['/', '/shop', '/api/properties', '/media/a/b.jpg', '/embed/map', asset]) {
    expectGuarded(await request.post(path, { data: {} }));
    expectGuarded(await request.fetch(path, { method: 'DELETE' }));
  }
  const etag = (await request.get('/')).headers().etag ?? '';
  const unchanged = await request.get('/', { headers: { 'If-None-Match': etag } });
  expect(unchanged.status()).toBe(304);
  expectGuarded(unchanged);
});

test('no response allows another origin (CORS)', async ({ request }) => {
  for (const Origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
    for (const path of ['/', '/api/properties', '/api/users/me', '/api/site']) {
      for (const method of ['GET', 'OPTIONS']) {
        const response = await request.fetch(path, {
          method,
          headers: { Origin, 'Access-Control-Request-Method': 'POST' },
        });
        const corsHeaders = Object.keys(response.headers()).filter((name) =>
          name.startsWith('access-control'),
        );
        expect(corsHeaders).toEqual([]);
      }
    }
  }
});

/** The scripts that run, without blocks of data such as structured data for search engines. */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script((?:(?! src=| type="application)[^>])*)>([\s\S]*?)<\/script>/g)].map(
    ([, attributes = '', code = '']) => ({
      attributes,
      hash: `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
    }),
  );

test('the CSP of a cached page lists exactly its script hashes', async ({ request }) => {
  for (const path of pages) {
    const response = await request.get(path);
    const scripts = inlineScripts(await response.text());
    expect(scripts.length).toBeGreaterThan(0);
    expect(new Set(directives(response).get('script-src'))).toEqual(
      new Set(["'self'", ...scripts.map(({ hash }) => hash)]),
    );
  }
});

test('scripts of a personal page have a fresh nonce', async ({ request }) => {
  const seen = new Set<string>();
  for (const path of [...forOneVisitor, ...forOneVisitor]) {
    const response = await request.get(path);
    const [source = '', ...more] = directives(response).get('script-src') ?? [];
    const nonce = /^'nonce-([A-Za-z0-9+/]{22,}={0,2})'$/.exec(source)?.[1] ?? '';
    expect(nonce).not.toBe('');
    expect(more).toEqual(["'strict-dynamic'"]);
    for (const { attributes } of inlineScripts(await response.text())) {
      expect(attributes).toContain(`nonce="${nonce}"`);
    }
    expect(response.headers()['cache-control']).toContain('no-store');
    seen.add(nonce);
  }
  expect(seen.size).toBe(8);
});

test('pages have no inline styles or handlers, and require Trusted Types', async ({ request }) => {
  for (const path of [...pages, ...forOneVisitor]) {
    const response = await request.get(path);
    const html = await response.text();
    expect(html).not.toMatch(/<[^>]+\s(style|on\w+)="/);
    expect(html).not.toMatch(/<style/);
    const policy = directives(response);
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('style-src')).toEqual(["'self'"]);
    expect(policy.get('frame-src')).toEqual(["'self'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
  }
});

test('only the map frame may load the map', async ({ request }) => {
  const policy = directives(await request.get('/embed/map'));
  expect(policy.get('frame-src')).toEqual(['https://www.google.com']);
  expect(policy.get('script-src')).toEqual(["'none'"]);
  expect(policy.get('connect-src')).toEqual(["'self'", 'https://www.google.com']);
});

test.describe('framed by another site', () => {
  test.use({ expectedNoise: [/frame-ancestors|X-Frame-Options|refused to connect/i] });

  test('no page renders', async ({ page, baseURL }) => {
    await page.route('http://evil.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: [...pages, '/?from=mail', '/embed/map', '/api/docs']
          .map((path) => `<iframe src="${baseURL}${path}"></iframe>`)
          .join(''),
      }),
    );
    await page.goto('http://evil.example/');
    const framed = page.frames().slice(1);
    expect(framed).toHaveLength(pages.length + 3);
    for (const frame of framed) await expect.poll(() => frame.url()).toBe('chrome-error://chromewebdata/');
  });
});

test('the site may frame itself', async ({ page }) => {
  await page.goto('/hosts');
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/checkout/cancel';
    document.body.prepend(frame);
  });
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText(
    'Payment Cancelled',
  );
});
