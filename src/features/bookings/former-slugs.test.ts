import { beforeAll, expect, test } from 'vitest';
import { callTool, connectAgent } from '../../../test/agent-client.ts';
import { testAppForFile } from '../../../test/app.ts';
import { addProperty } from '../../../test/bookings.ts';
import { agentFetch } from '../../../test/mcp.ts';
import { sender } from '../../../test/rows.ts';
import { anyAddress } from '../../../test/shop.ts';
import { type Browser, signedInBrowser } from '../../../test/sign-in.ts';

const app = await testAppForFile({ now: () => new Date('2027-05-20T17:00:00Z') });
const { db, settings } = app.platform;
const dates = { checkin: '2027-07-05', checkout: '2027-07-10' };
const present = 'third-name';
let host: Browser;
let id: string;
beforeAll(async () => {
  host = await signedInBrowser(app, 'host@example.com');
  const home = await addProperty(db, { slug: 'first-name' });
  id = home.id;
  for (const slug of ['second-name', present])
    expect(await sender(host)('PUT', `/api/tables/properties/${id}`, { slug })).toMatchObject({
      status: 200,
    });
});

const get = async (path: string) => (await app.request('GET', path)).json();

test.each(['first-name', 'second-name'])('the API finds a home by its former slug %s', async (slug) => {
  expect(await get(`/api/properties/${slug}`)).toMatchObject({ id, slug: present });
  expect(await get(`/api/properties/${slug}/calendar?from=2027-07-01&to=2027-08-01`)).toMatchObject({
    days: expect.arrayContaining([expect.objectContaining({ date: '2027-07-05' })]),
  });
  expect(await get(`/api/properties/${slug}/reviews`)).toMatchObject({ reviews: [] });
  const quote = await app.request('POST', '/api/quotes', {
    json: { property: slug, ...dates, guests: 2, pets: 0 },
    from: anyAddress(),
  });
  expect([quote.status, (await quote.json()).property]).toEqual([201, present]);
});

test('agents find a home by its former slug', async () => {
  const client = await connectAgent(settings.appUrl, { fetch: agentFetch(app, anyAddress()) });
  const { content } = await callTool(client, 'get_policies', { property: 'first-name' });
  expect(content).toMatchObject({ property: present });
  expect(await callTool(client, 'get_home', { property: 'first-name' })).toMatchObject({ isError: false });
  await client.close();
});

test('hosts filter their lists by a former slug', async () => {
  const lists = [
    '/api/admin/bookings?property=first-name',
    '/api/admin/figures?from=2027-01&to=2027-01&property=first-name',
  ];
  for (const path of lists) expect((await host.request('GET', path)).status, path).toBe(200);
});

test('a home that takes over a former slug is found under it', async () => {
  const other = await addProperty(db);
  await sender(host)('PUT', `/api/tables/properties/${other.id}`, { slug: 'first-name' });
  expect(await get('/api/properties/first-name')).toMatchObject({ id: other.id, slug: 'first-name' });
});

test('an unknown slug and the former one of a home that is listed no longer are not found', async () => {
  expect((await app.request('GET', '/api/properties/no-such-home')).status).toBe(404);
  await sender(host)('PUT', `/api/tables/properties/${id}`, { is_listed: false });
  expect((await app.request('GET', '/api/properties/second-name')).status).toBe(404);
  await sender(host)('PUT', `/api/tables/properties/${id}`, { is_listed: true });
});
