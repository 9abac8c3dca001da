import { expect, test } from 'vitest';
import { createSite } from '../src/app.server.ts';
import { addMissingLinks } from '../src/features/channels/export/store.server.ts';
import { notifyOpenedProperties } from '../src/features/inquiries/waitlist/actions.server.ts';
import { notifyOpenedNights } from '../src/features/inquiries/waitlist/nights.server.ts';
import { createMetrics } from '../src/platform/observability/metrics.server.ts';
import { callTool, connectAgent } from './agent-client.ts';
import { testAppForFile } from './app.ts';
import { addProperty } from './bookings.ts';
import type { Paths } from './described-calls.ts';
import { agentFetch } from './mcp.ts';
import { inDays } from './paid-stays.ts';
import { signedInBrowser } from './sign-in.ts';

/** The site runs on the database of a local one, whose homes, products, posts and guide are examples. */
const app = await testAppForFile({ env: { NODE_ENV: 'production', APP_URL: 'http://localhost:3000' } });
const { db, pool } = app.platform;
const site = createSite({
  platform: app.platform,
  api: app.api,
  renderPage: async () => new Response('no page', { status: 404 }),
  serveStatic: async () => null,
  metrics: createMetrics(),
  isReady: async () => true,
});
const own = await addProperty(db, { is_listed: false });
const host = await signedInBrowser(app, 'host@example.com');

const examples = async (table: string, column: string): Promise<string[]> =>
  (await pool.query(`select ${column} as value from ${table} where is_example`)).rows.map(
    ({ value }) => value,
  );
const slugs = await examples('properties', 'slug');
const names = [
  ...slugs,
  ...(await examples('properties', 'id')),
  ...(await examples('properties', 'title')),
  ...(await examples('products', 'id')),
  ...(await examples('products', 'name')),
  ...(await examples('blog_posts', 'slug')),
  ...(await examples('blog_posts', 'title')),
  ...(await examples('guide_sections', 'title')),
];
const [slug = ''] = slugs;
const [product = ''] = await examples('products', 'id');
const [post = ''] = await examples('blog_posts', 'slug');
const [postId = ''] = await examples('blog_posts', 'id');
const [homeId = ''] = await examples('properties', 'id');
const dates = { checkin: inDays(60), checkout: inDays(65) };
const party = { guests: 2, pets: 0 };

const get = async (path: string) => site.request(path, {}, {});

test.each([
  '/api/properties',
  '/api/site',
  '/api/products',
  '/api/blog',
  '/api/forms/booking_inquiry',
  `/api/availability?checkin=${dates.checkin}&checkout=${dates.checkout}&guests=2`,
  '/sitemap.xml',
  '/llms.txt',
  '/blog/feed.xml',
  '/blog/feed.json',
])('%s names no example', async (path) => {
  const response = await get(path);
  const text = await response.text();
  expect([path, response.status]).toEqual([path, 200]);
  for (const name of names) expect(text).not.toContain(name);
});

/** Former slugs of examples, as in a database in which hosts renamed them. */
await pool.query(
  "insert into redirects (id, from_path, to_path, status) values (gen_random_uuid(), '/stays/former-home', $1, '301')",
  [`/stays/${slug}`],
);
await pool.query(
  "insert into redirects (id, from_path, to_path, status) values (gen_random_uuid(), '/old-post', $1, '301'), (gen_random_uuid(), '/old-beach', '/hosts', '301')",
  [`/blog/${post}?from=old#top`],
);
await pool.query('insert into blog_slug_history (slug, post_id) values ($1, $2)', ['former-post', postId]);

test.each([
  '/stays/former-home',
  '/old-post',
  '/blog/former-post',
  '/api/properties/former-home',
  `/api/properties/former-home/calendar?from=${dates.checkin}&to=${dates.checkout}`,
  '/api/properties/former-home/guide',
  '/api/properties/former-home/reviews',
  '/api/blog/former-post',
  '/share/stay/former-home.jpg',
  '/share/post/former-post.jpg',
  '/embed/map/former-home',
])('the former address %s of an example is missing, and no redirect names it', async (path) => {
  const response = await get(path);
  expect([path, response.status, response.headers.get('Location')]).toEqual([path, 404, null]);
  const text = await response.text();
  for (const name of names) expect(text).not.toContain(name);
});

test('a redirect to anything else still redirects', async () => {
  const response = await get('/old-beach');
  expect([response.status, response.headers.get('Location')]).toEqual([301, '/hosts']);
});

test('a redirect to an example works once the home is the hosts’ own', async () => {
  await pool.query('update properties set is_example = false where slug = $1', [slug]);
  app.platform.content.clear();
  const response = await get('/stays/former-home');
  expect([response.status, response.headers.get('Location')]).toEqual([301, `/stays/${slug}`]);
  await pool.query('update properties set is_example = true where slug = $1', [slug]);
  app.platform.content.clear();
});

test.each([
  `/api/properties/${slug}`,
  `/api/properties/${slug}/calendar?from=${dates.checkin}&to=${dates.checkout}`,
  `/api/properties/${slug}/guide`,
  `/api/properties/${slug}/reviews`,
  `/api/blog/${post}`,
  `/api/blog/${postId}`,
  `/share/stay/${slug}.jpg`,
  `/share/post/${post}.jpg`,
  `/embed/map/${slug}`,
])('%s is missing', async (path) => {
  expect((await get(path)).status).toBe(404);
  // The editor loads a post by its id.
  if (!path.startsWith('/api/') || path.endsWith(postId)) return;
  expect((await host.request('GET', path)).status).toBe(404);
});

test.each<[string, object, Record<string, string>?]>([
  ['/api/quotes', { property: slug, ...dates, ...party }],
  [
    '/api/create-checkout-session',
    {
      products: [{ productId: product, quantity: 1 }],
      successRouter: '/checkout/success',
      cancelRouter: '/checkout/cancel',
    },
  ],
  ['/api/notify', { propertyId: homeId, email: 'ann@guests.example' }],
  ['/api/waitlist', { property: slug, ...dates, guests: 2, email: 'ann@guests.example' }],
  ['/api/admin/quotes/preview', { property: slug, ...dates, ...party }],
  [
    '/api/admin/bookings',
    {
      property: slug,
      ...dates,
      ...party,
      name: 'Ann Lee',
      email: 'ann@guests.example',
      phone: '+1 850 555 0100',
      payment: { kind: 'elsewhere', how: 'Check', amount: 100 },
    },
  ],
  [
    '/api/admin/offers',
    { property: slug, ...dates, ...party, expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
  ],
])('POST %s of an example is 404, for hosts, too', async (path, json) => {
  expect((await host.request('POST', path, { json })).status).toBe(404);
});

test('an agent finds no example', async () => {
  const client = await connectAgent('http://localhost:3000', { fetch: agentFetch(app) });
  const { tools } = await client.listTools();
  const results = [];
  for (const { name } of tools)
    results.push(await callTool(client, name, { property: slug, ...dates, ...party }).catch(String));
  const found = JSON.stringify(results);
  for (const name of names.filter((one) => one !== slug)) expect(found).not.toContain(name);
});

/** Values for the parameters of calls, by their names; others are left out. */
const [title = ''] = await examples('properties', 'title');
const queryValues: Record<string, string> = {
  ...dates,
  from: dates.checkin,
  to: dates.checkout,
  guests: '2',
  pets: '0',
  property: slug,
  search: title.slice(0, 12),
};

test('no call that strangers may load shows an example, whichever example its address names', async () => {
  const { paths } = (await (await get('/api/openapi.json')).json()) as { paths: Paths };
  const wrong: string[] = [];
  const loaded = new Set<string>();
  for (const [template, { get: operation }] of Object.entries(paths)) {
    if (!operation || operation['x-access'] === 'admin') continue;
    const wanted = operation.parameters?.filter((one) => one.in === 'query' && one.name in queryValues) ?? [];
    const values = wanted.map(({ name }): [string, string] => [name, queryValues[name] ?? '']);
    const keys = template.includes('{') ? [slug, homeId, product, post, postId] : [''];
    for (const key of keys) {
      const address = `${template.replaceAll(/\{\w+\}/g, key)}?${new URLSearchParams(values)}`;
      const response = await get(address);
      const text = await response.text();
      if (response.status === 200) loaded.add(template);
      const sent = [key, ...values.map(([, value]) => value)];
      const shown = names.filter((name) => text.includes(name) && !sent.some((one) => one.includes(name)));
      if (shown.length > 0) wrong.push(`${address}: ${shown.join(', ')}`);
      if (response.status === 200 && key !== '') wrong.push(`${address} is there`);
    }
  }
  expect(wrong).toEqual([]);
  // The walk reached what it is about.
  for (const path of ['/api/properties', '/api/blog', '/api/products', '/api/site'])
    expect(loaded).toContain(path);
});

test('the calendar link of an example is missing, until the home is the hosts’ own', async () => {
  await addMissingLinks(db);
  const { rows } = await pool.query('select token from calendar_links where property_id = $1', [homeId]);
  expect(rows.length).toBeGreaterThan(0);
  const statuses = () =>
    Promise.all(rows.map(async ({ token }) => (await get(`/calendars/${token}.ics`)).status));
  expect(await statuses()).toEqual(rows.map(() => 404));
  await pool.query('update properties set is_example = false where id = $1', [homeId]);
  expect(await statuses()).toEqual(rows.map(() => 200));
  await pool.query('update properties set is_example = true where id = $1', [homeId]);
});

test('an agent that searches for the words of an example finds none', async () => {
  const client = await connectAgent('http://localhost:3000', { fetch: agentFetch(app) });
  const { tools } = await client.listTools();
  const results = [];
  for (const { name } of tools)
    for (const search of [title, product, post])
      results.push(
        await callTool(client, name, {
          search,
          query: search,
          id: search,
          slug: search,
          property: search,
        }).catch(String),
      );
  const found = JSON.stringify(results);
  const sent = [title, product, post];
  for (const name of names.filter((one) => !sent.some((word) => word.includes(one))))
    expect(found).not.toContain(name);
});

test('those who wait for nights of an example are not mailed, and the job does not fail', async () => {
  await pool.query(
    `insert into waitlist_entries (id, property_id, email, checkin, checkout, guests)
     values (gen_random_uuid(), $1, 'ann@guests.example', $2, $3, 2)`,
    [homeId, dates.checkin, dates.checkout],
  );
  await notifyOpenedNights(app.ctx);
  await notifyOpenedProperties(app.ctx);
  expect((await app.queuedMail()).filter(({ to }) => to.address === 'ann@guests.example')).toEqual([]);
});

test('with only examples the inquiry offers any available property', async () => {
  const form = await (await get('/api/forms/booking_inquiry')).text();
  expect(form).toContain('Any Available Property');
});

test('no example rate, fee or discount prices a home of the hosts’ own', async () => {
  await pool.query('update properties set is_listed = true where id = $1', [own.id]);
  app.platform.content.clear();
  await pool.query(
    `insert into fees (property_id, label, kind, amount_cents, is_example) values ($1, 'Invented', 'per_stay', 9900, true)`,
    [own.id],
  );
  await pool.query(
    `insert into rates (property_id, name, nightly_cents, first_night, last_night, priority, is_example)
     values ($1, 'Invented', 99900, $2, $3, 100, true)`,
    [own.id, dates.checkin, dates.checkout],
  );
  await pool.query(
    `insert into discounts (property_id, kind, label, from_nights, percent, is_example)
     values ($1, 'length_of_stay', 'Invented', 2, 50, true), (null, 'length_of_stay', 'Invented', 2, 40, true)`,
    [own.id],
  );
  const response = await app.request('POST', '/api/quotes', {
    json: { property: own.slug, ...dates, ...party },
  });
  const quote = await response.json();
  expect(response.status).toBe(201);
  expect(JSON.stringify(quote)).not.toContain('Invented');
  expect(JSON.stringify(quote)).not.toContain('99900');
});

test('no example section stands in the guide of a home of the hosts’ own, and theirs does', async () => {
  await pool.query(
    `insert into guide_sections (property_id, title, html_rich_text, reveal, is_example)
     values ($1, 'Invented way', '<p>Left</p>', 'public', true), (null, 'Invented beach', '<p>Right</p>', 'public', true),
       ($1, 'Our way', '<p>Straight on</p>', 'public', false)`,
    [own.id],
  );
  app.platform.content.clear();
  const response = await get(`/api/properties/${own.slug}/guide`);
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(text).toContain('Our way');
  expect(text).not.toContain('Invented');
});

test('no example product of a home of the hosts’ own is listed or sold', async () => {
  const { rows } = await pool.query<{ id: string; is_example: boolean }>(
    `insert into products (id, property_id, name, price_cents, currency, billing_type, is_example)
     values (gen_random_uuid(), $1, 'Invented chairs', 5000, 'usd', 'one_time', true),
       (gen_random_uuid(), $1, 'Our chairs', 5000, 'usd', 'one_time', false) returning id, is_example`,
    [own.id],
  );
  app.platform.content.clear();
  const listed = await (await get('/api/products')).text();
  expect(listed).toContain('Our chairs');
  expect(listed).not.toContain('Invented');
  const json = {
    products: [{ productId: rows.find(({ is_example }) => is_example)?.id, quantity: 1 }],
    successRouter: '/checkout/success',
    cancelRouter: '/checkout/cancel',
  };
  expect((await app.request('POST', '/api/create-checkout-session', { json })).status).toBe(404);
});

test('hosts see examples in the admin, each with its mark', async () => {
  const rows = await (await host.request('GET', '/api/tables/properties')).json();
  const marks = rows.data.map(({ slug, is_example }: { slug: string; is_example: boolean }) => [
    slug,
    is_example,
  ]);
  expect(marks).toContainEqual([slug, true]);
  expect(marks).toContainEqual([own.slug, false]);
});
