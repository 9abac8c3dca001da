import type { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { securityHeaders } from '../../../platform/http/security-headers.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { llmsText } from './llms-text.server.ts';
import { seoFiles } from './seo-files.server.ts';
import { robotsText, sitemapText } from './seo-files-text.server.ts';

const now = new Date('2026-03-01T12:00:00Z');
let app: TestApp;
let site: Hono<ApiEnv>;
beforeAll(async () => {
  app = await testApp({ now: () => now });
  site = seoFiles(app.platform, securityHeaders(app.platform.settings));
  const post = (slug: string, published_at: Date | null) => ({
    id: newId(),
    slug,
    title: `Post ${slug}`,
    summary: 'Sand & sea',
    html_rich_text: '<p>x</p>',
    published_at,
    updated_at: new Date('2026-02-01T00:00:00Z'),
  });
  await app.platform.db.deleteFrom('blog_posts').execute();
  await app.platform.db
    .insertInto('blog_posts')
    .values([
      post('quiet-beaches', new Date('2026-02-10T08:00:00Z')),
      post('a-draft', null),
      post('next-month', new Date('2026-04-01T00:00:00Z')),
    ])
    .execute();
});
afterAll(() => app.close());

const fetchFile = (path: string, init?: RequestInit) => site.request(path, init);

test.each([
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/site.webmanifest', 'application/manifest+json; charset=utf-8'],
])('%s has its type, the common headers and an ETag', async (path, type) => {
  const response = await fetchFile(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe(type);
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  const tag = response.headers.get('ETag') ?? '';
  const again = await fetchFile(path, { headers: { 'If-None-Match': tag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await fetchFile(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, tag, '']);
});

test('sitemap.xml lists every public page, and no draft or scheduled post', async () => {
  const text = await (await fetchFile('/sitemap.xml')).text();
  const pages = [...text.matchAll(/<url><loc>([^<]+)<\/loc><lastmod>([^<]+)<\/lastmod>/g)];
  expect(pages.map(([, loc]) => loc)).toEqual(
    [
      '/',
      '/book',
      '/shop',
      '/hosts',
      '/blog',
      '/stays/kid-friendly-steps-to-beach',
      '/stays/the-beachcomber',
      '/stays/sunset-villa',
      '/blog/quiet-beaches',
      '/cancellation',
      '/privacy',
      '/terms',
    ].map((path) => `http://localhost:3000${path}`),
  );
  expect(pages.find(([, loc]) => loc?.endsWith('/quiet-beaches'))?.[2]).toBe('2026-02-10T08:00:00.000Z');
  expect(text.match(/<image:loc>http:\/\/localhost:3000\/media\//g)).toHaveLength(24);
});

test('sitemap.xml shows a changed property at once', async () => {
  const changed = new Date('2026-03-01T10:00:00Z');
  await app.platform.db
    .updateTable('properties')
    .set({ updated_at: changed })
    .where('slug', '=', 'the-beachcomber')
    .execute();
  await expect
    .poll(async () => (await fetchFile('/sitemap.xml')).text())
    .toContain(`/stays/the-beachcomber</loc><lastmod>${changed.toISOString()}</lastmod>`);
});

test('sitemapText escapes its values', () => {
  const text = sitemapText('https://stay.example', [
    { path: '/blog/a?b=1&c=<x>', changedAt: now, images: ['/media/\'"</urlset>.jpg'] },
  ]);
  expect(text).toContain('<loc>https://stay.example/blog/a?b=1&amp;c=%3Cx%3E</loc>');
  expect(text.match(/<\/urlset>/g)).toHaveLength(1);
});

test('robots.txt disallows private pages and names the sitemap', () => {
  const lines = robotsText('https://stay.example').split('\n');
  expect(lines[0]).toBe('User-agent: *');
  for (const path of ['/admin', '/account', '/checkout', '/api', '/book/', '/trips', '/offers', '/reviews/'])
    expect(lines).toContain(`Disallow: ${path}`);
  for (const path of ['/stays', '/blog', '/media', '/share', '/assets'])
    expect(lines.some((line) => line.startsWith('Disallow') && line.includes(path))).toBe(false);
  expect(lines).toContain('Sitemap: https://stay.example/sitemap.xml');
});

test('llms.txt lists the properties with their facts, and the published posts', async () => {
  const text = await (await fetchFile('/llms.txt')).text();
  expect(text).toMatch(/^# PCB Beach Rentals\n\n> /);
  expect(text).toContain(
    '- [The Beachcomber](http://localhost:3000/stays/the-beachcomber): sleeps 8; 3 bedrooms, 2 baths; Starting at $199/night; check-in from 4 PM, check-out until 10 AM.',
  );
  expect(text).toContain('http://localhost:3000/book, which takes `?property=SLUG&checkin=YYYY-MM-DD');
  expect(text).toContain('- [Post quiet-beaches](http://localhost:3000/blog/quiet-beaches): Sand & sea');
  expect(text).toContain('- [Model Context Protocol](http://localhost:3000/mcp): a read-only server');
  expect(text).not.toContain('a-draft');
  expect(text).not.toContain('next-month');
});

test('llms.txt escapes titles', () => {
  const settings = { business_name: 'A', town: 'B', phone: '', email: '' };
  const posts = [{ slug: 's', title: 'x](https://evil.example)\n# y', summary: '<b>' }];
  const text = llmsText({ origin: 'https://stay.example', settings: settings as never, stays: [], posts });
  expect(text).toContain('- [x\\](https://evil.example) # y](https://stay.example/blog/s): \\<b\\>');
});

test("the manifest has the site's name and icons", async () => {
  const manifest = (await (await fetchFile('/site.webmanifest')).json()) as {
    name: string;
    icons: { sizes: string; purpose: string }[];
  };
  expect(manifest).toMatchObject({ name: 'PCB Beach Rentals', start_url: '/' });
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ]);
});
