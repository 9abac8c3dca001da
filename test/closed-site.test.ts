import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createSite } from '../src/app.server.ts';
import { createDb, createPool } from '../src/db/client.server.ts';
import { createClosedFront } from '../src/features/opening/closed-gate.server.ts';
import type { ApiEnv } from '../src/platform/http/app-env.server.ts';
import { createMetrics } from '../src/platform/observability/metrics.server.ts';
import { testAppForFile } from './app.ts';
import { cookieBrowser } from './cookie-browser.ts';
import type { Paths } from './described-calls.ts';
import { signedInBrowser } from './sign-in.ts';

const fonts = ['/assets/figtree-latin-wght-normal-a1.woff2', '/assets/young-serif-latin-400-normal-b2.woff2'];

const app = await testAppForFile();
const { pool, content } = app.platform;

const site: Hono<ApiEnv> = createSite({
  platform: app.platform,
  api: app.api,
  renderPage: async () => new Response('a page', { headers: { 'Content-Type': 'text/html' } }),
  serveStatic: Object.assign(
    async (request: Request) =>
      new URL(request.url).pathname === '/assets/app.js' ? new Response('script') : null,
    { paths: [...fonts, '/assets/figtree-latin-ext-wght-normal-c3.woff2', '/assets/app.js'] },
  ),
  metrics: createMetrics(),
  isReady: async () => true,
});

const send = (path: string, init: RequestInit = {}) =>
  site.fetch(new Request(`http://localhost:3000${path}`, init), {});

const setOpen = async (isOpen: boolean) => {
  await pool.query('update site_settings set opened_at = $1', [isOpen ? new Date() : null]);
  content.clear();
};

/** The cookies of a browser, as a request to the whole site carries them. */
async function cookieOf(email: string): Promise<string> {
  const browser = cookieBrowser(app);
  await signedInBrowser(app, email, browser);
  return [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

let host: string;
let guest: string;
beforeAll(async () => {
  host = await cookieOf('host@example.com');
  guest = await cookieOf('ann@guests.example');
});
beforeEach(() => setOpen(false));

const closedPages = [
  '/',
  '/?page=2',
  '/stays/sandpiper',
  '/book',
  '/shop',
  '/hosts',
  '/blog',
  '/blog/a-post',
  '/failure',
  '/nowhere',
  '/site.webmanifest',
  '/_root.data',
  '/shop.data',
  '/trips',
  '/book/',
  '/launch',
  '/LOGIN/../shop',
  '/%E0%A4%A',
];

test.each(closedPages)('strangers get the closed page at %s', async (path) => {
  for (const method of ['GET', 'HEAD', 'POST']) {
    const response = await send(path, { method });
    const body = await response.text();
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('86400');
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    if (method === 'HEAD') expect(body).toBe('');
    else expect(body).toContain('We open soon');
  }
});

test('the closed page has the name, the note and a link to sign in, within 12 KB, without scripts or share tags', async () => {
  await pool.query(
    "update site_settings set closed_note = '<b>Back in May</b>', business_name = 'Gulf & Sons'",
  );
  content.clear();
  const response = await send('/', { headers: { 'If-None-Match': '*' } });
  const body = await response.text();
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(12 * 1024);
  for (const part of ['Gulf &amp; Sons', '&lt;b&gt;Back in May&lt;/b&gt;', 'href="/login"'])
    expect(body).toContain(part);
  for (const part of ['<script', 'og:', 'ld+json', '/stays/']) expect(body).not.toContain(part);
  await pool.query("update site_settings set closed_note = '', business_name = 'PCB Beach Rentals'");
});

test('the page of a mailed link has the fonts of the site', async () => {
  const body = await (await send('/launch/mail/none')).text();
  for (const font of fonts) expect(body).toContain(`src:url("${font}")`);
});

test('the closed page has the fonts and only the colors of the site', async () => {
  const response = await send('/');
  const body = await response.text();
  for (const font of fonts) expect(body).toContain(`src:url("${font}")`);
  expect(body).not.toContain('latin-ext');
  expect(response.headers.get('Content-Security-Policy')).toContain("font-src 'self'");
  const tokens = readFileSync(new URL('../src/styles.css', import.meta.url), 'utf8').match(/#[0-9a-f]{6}/g);
  const colors = body.match(/#[0-9a-f]{3,8}\b/gi) ?? [];
  expect(colors.length).toBeGreaterThan(5);
  for (const color of colors) expect(tokens).toContain(color);
});

test.each([
  '/login',
  '/login.data',
  '/login/',
  '/auth/callback',
  '/account',
  '/admin',
  '/admin/today',
  '/blog/new',
  '/blog/edit/preview',
  '/cleaning/a-token',
  '/trips/7K3MQ2XA',
  '/trips/7K3MQ2XA/guide',
  '/trips/7K3MQ2XA/guide.data',
  '/trips/7K3MQ2XA/review',
  '/trips/shared/a-token',
  '/trips/shared/a-token.data',
  '/book/7K3MQ2XA',
  '/reviews/a-token',
  '/offers/a-token',
  '/checkout/success',
  '/checkout/cancel',
  '/checkout/error',
  '/notify/leave',
  '/terms',
  '/privacy',
  '/cancellation',
  '/assets/app.js',
  '/healthz',
  '/readyz',
])('%s stays open', async (path) => {
  expect((await send(path)).status).toBe(200);
});

test.each([
  ['/launch/mail/none', 410],
  ['/calendars/none.ics', 404],
  ['/metrics', 403],
  ['/__manifest', 200],
])('%s is answered as ever, with %i', async (path, status) => {
  expect((await send(path)).status).toBe(status);
});

test.each([
  '/sitemap.xml',
  '/llms.txt',
  '/blog/feed.xml',
  '/blog/feed.json',
  '/share/home.jpg',
  '/embed/map',
  '/embed/video',
  '/embed/tags',
  '/media/x/800.jpg',
  '/files/x/a.pdf',
])('%s is missing', async (path) => {
  for (const method of ['GET', 'HEAD']) expect((await send(path, { method })).status).toBe(404);
});

test('/robots.txt keeps every program out, and /mcp is closed', async () => {
  expect(await (await send('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n');
  const agent = await send('/mcp', { method: 'POST', body: '{}' });
  expect([agent.status, (await agent.json()).reason]).toEqual([503, 'closed']);
});

const openCalls =
  /^\/api\/(send-otp|verify-otp|sessions|oauth|passkeys|users\/me|logout|admin|tables|upload|trips|bookings\/|reviews\/|offers\/|cleaning\/|purchased-products|products\/purchase-detail|notify\/leave|pages\/|webhooks\/stripe|client-errors|csp-reports|docs|openapi)/;

test('every call of guests is closed, every other denies strangers as ever', async () => {
  const { paths } = (await (await send('/api/openapi.json')).json()) as { paths: Paths };
  const wrong: string[] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const response = await send(path.replaceAll(/\{\w+\}/g, '1'), { method: method.toUpperCase() });
      const body = await response
        .clone()
        .json()
        .catch(() => ({}));
      const isClosed = response.status === 503 && body.reason === 'closed';
      const access = operation['x-access'];
      const isHosts = access === 'admin' || access === 'user';
      if (isHosts ? response.status !== 401 : isClosed === openCalls.test(path))
        wrong.push(`${method} ${path}: ${response.status}`);
      if (isClosed && !response.headers.get('Cache-Control')?.includes('no-store'))
        wrong.push(`${path} is cached`);
    }
  }
  expect(wrong).toEqual([]);
  const unknown = await send('/api/nothing');
  expect([unknown.status, (await unknown.json()).reason]).toEqual([503, 'closed']);
});

test('a signed-in guest is a stranger, too; a host sees everything, stored by no cache', async () => {
  expect((await send('/shop', { headers: { Cookie: guest } })).status).toBe(503);
  expect((await send('/api/properties', { headers: { Cookie: guest } })).status).toBe(503);
  for (const path of ['/shop', '/api/properties', '/sitemap.xml', '/blog/feed.xml']) {
    const response = await send(path, { headers: { Cookie: host } });
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('Cache-Control') ?? '').not.toContain('public');
  }
  const robots = await send('/robots.txt', { headers: { Cookie: host } });
  expect(await robots.text()).toContain('Disallow: /\n');
});

test('media and the map of a home are served once it has a confirmed stay', async () => {
  const { rows } = await pool.query<{ id: string; slug: string; url: string }>(
    "select id, slug, images[1] as url from properties where not exists (select from bookings where property_id = properties.id and status = 'confirmed') limit 1",
  );
  const [home] = rows;
  if (!home) throw new Error('every home of the seed has a stay');
  await pool.query("update bookings set status = 'cancelled' where status = 'confirmed'");
  const isGated = async (path: string) =>
    (await (await send(path)).text()) === 'There is nothing at this address.';
  expect([await isGated(home.url), await isGated(`/embed/map/${home.slug}`)]).toEqual([true, true]);
  await pool.query(
    "update bookings set status = 'confirmed', property_id = $1 where id = (select id from bookings where status = 'cancelled' limit 1)",
    [home.id],
  );
  expect([await isGated(home.url), await isGated(`/embed/map/${home.slug}`)]).toEqual([false, false]);
});

test('of uploads the guide and the reviews of a home with a confirmed stay are served, those of others are not', async () => {
  await pool.query("update bookings set status = 'cancelled' where status = 'confirmed'");
  const { rows: homes } = await pool.query<{ id: string }>(
    'select id from properties order by position limit 2',
  );
  const [booked = { id: '' }, other = { id: '' }] = homes;
  const { rows: reviews } = await pool.query<{ id: string }>('select id from reviews order by id limit 1');
  const [ofGuide, ofOtherGuide, ofReview, ofDraft] = Array.from({ length: 4 }, () => randomUUID());
  const addSection = (upload: string | undefined, property: string, isActive = true) =>
    pool.query(
      `insert into guide_sections (property_id, title, html_rich_text, is_active) values ($1, 'Way', $2, $3)`,
      [property, `<p><a href="/files/${upload}/way.pdf">The way</a></p>`, isActive],
    );
  await addSection(ofGuide, booked.id);
  await addSection(ofOtherGuide, other.id);
  await addSection(ofDraft, booked.id, false);
  await pool.query(`update reviews set property_id = $1, guest_photo_url = $2 where id = $3`, [
    booked.id,
    `/media/${ofReview}/800.jpg`,
    reviews[0]?.id,
  ]);
  const isGated = async (path: string) =>
    (await (await send(path)).text()) === 'There is nothing at this address.';
  const gated = () =>
    Promise.all(
      [
        `/files/${ofGuide}/way.pdf`,
        `/files/${ofOtherGuide}/way.pdf`,
        `/files/${ofDraft}/way.pdf`,
        `/media/${ofReview}/800.jpg`,
      ].map(isGated),
    );
  expect(await gated()).toEqual([true, true, true, true]);
  await pool.query(
    "update bookings set status = 'confirmed', property_id = $1 where id = (select id from bookings where status = 'cancelled' limit 1)",
    [booked.id],
  );
  expect(await gated()).toEqual([false, true, true, false]);
});

test('a closed site stays closed while the database is away', async () => {
  expect((await send('/shop')).status).toBe(503);
  const { db } = app.platform;
  const away = createPool('postgres://nobody@127.0.0.1:1/away');
  app.platform.db = createDb(away);
  content.clear();
  const response = await send('/shop');
  app.platform.db = db;
  await away.end();
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '86400']);
  expect(await response.text()).toContain('We open soon');
});

test('an open site is as it was', async () => {
  await setOpen(true);
  for (const path of ['/', '/api/properties', '/sitemap.xml']) expect((await send(path)).status).toBe(200);
  expect(await (await send('/robots.txt')).text()).toContain('Allow: /');
});

test('the page in memory is sent before any framework runs, as long as the site is closed', async () => {
  const sendFront = createClosedFront(app.platform);
  const sent = (url: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = { writeHead: vi.fn(), end: vi.fn() };
    const isSent = sendFront({ url, headers, method } as never, response as never, { id: '1', startedAt: 0 });
    return isSent ? response.writeHead.mock.calls[0]?.[0] : null;
  };
  const render = async () => {
    await send('/');
    return sent('/shop');
  };
  await expect.poll(render).toBe(503);
  expect([sent('/shop'), sent('/?a=b'), sent('/shop', {}, 'HEAD')]).toEqual([503, 503, 503]);
  for (const path of ['/login', '/assets/app.js', '/api/properties', '/robots.txt', '/media/x/800.jpg'])
    expect([path, sent(path)]).toEqual([path, null]);
  expect([sent('/shop', {}, 'POST'), sent('/shop', { cookie: 'session=1' })]).toEqual([null, null]);
  await setOpen(true);
  expect(sent('/shop')).toBeNull();
});
