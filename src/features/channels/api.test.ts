import { expect, test, vi } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { addProperty } from '../../../test/bookings.ts';
import { cookieBrowser } from '../../../test/cookie-browser.ts';
import { calendar, openFeedsForFile, stay } from '../../../test/feeds.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { newId } from '../../shared/uuid.server.ts';

const app = await testAppForFile();
const feeds = await openFeedsForFile();
const { db } = app.platform;
const host = await signedInBrowser(app, 'host@example.com');
const guest = await signedInBrowser(app, 'guest@example.com');
const anonymous = cookieBrowser(app);

const july = stay('july', '2037-07-07', '2037-07-14');

async function feed(body = calendar(july), more: object = {}) {
  const { id, slug } = await addProperty(db);
  return { ...(await feeds.add(db, id, body, more)), slug };
}

const read = async (id: string) => {
  const response = await host.request('POST', `/api/admin/feeds/${id}/read`);
  return { status: response.status, ...(await response.json()) };
};

test('only hosts see feeds and links, read a feed or renew a link', async () => {
  const { id, name } = await feed();
  const { exports } = await (await host.request('GET', '/api/admin/feeds')).json();
  const calls: [string, string][] = [
    ['GET', '/api/admin/feeds'],
    ['POST', `/api/admin/feeds/${id}/read`],
    ['POST', `/api/admin/feeds/links/${exports[0].id}/renew`],
  ];
  for (const [method, path] of calls) {
    expect((await anonymous.request(method, path)).status).toBe(401);
    expect((await guest.request(method, path)).status).toBe(403);
  }
  expect((await feeds.stats(name))?.reads).toBe(0);
});

test('a page has 24 listed homes with their feeds and links, and a search finds a home by its title', async () => {
  for (let n = 0; n < 26; n += 1) await addProperty(db, { title: `Paged Home ${n}` });
  const { slug } = await feed(calendar(july));
  await db.updateTable('properties').set({ title: 'The Lonely Gull' }).where('slug', '=', slug).execute();
  const list = async (query = '') => (await host.request('GET', `/api/admin/feeds${query}`)).json();
  const [all, first, second] = [await list(), await list('?page=1'), await list('?page=2')];
  expect(all).not.toHaveProperty('properties');
  expect(new Set(all.exports.map(({ property }: { property: string }) => property)).size).toBeGreaterThan(26);
  expect(first.properties).toHaveLength(24);
  expect(first.pages).toBeGreaterThan(1);
  expect(new Set(first.exports.map(({ property }: { property: string }) => property)).size).toBe(24);
  expect(second.properties[0]).not.toEqual(first.properties[0]);
  const found = await list('?page=1&search=lonely');
  expect(found).toMatchObject({
    properties: [{ slug, title: 'The Lonely Gull' }],
    pages: 1,
    feeds: [{ property: slug }],
  });
  expect((await host.request('GET', '/api/admin/feeds?page=0')).status).toBe(400);
});

test('the list has each feed with its state and each home with a link for every channel', async () => {
  const { id, slug } = await feed(calendar(july), { name: 'Main' });
  const list = async () => (await host.request('GET', '/api/admin/feeds')).json();
  const one = async () => (await list()).feeds.find((row: { id: string }) => row.id === id);
  expect(await one()).toEqual({
    id,
    property: slug,
    channel: 'airbnb',
    name: 'Main',
    host: new URL(feeds.url).host,
    isActive: true,
    state: 'never_read',
    lastReadAt: null,
    lastGoodAt: null,
    lastError: '',
    eventCount: 0,
  });
  const { exports } = await list();
  const own = exports.filter(({ property }: { property: string }) => property === slug);
  expect(own.map(({ channel }: { channel: string }) => channel)).toEqual([
    'airbnb',
    'booking_com',
    'other',
    'vrbo',
  ]);
  for (const { url } of own) expect(url).toMatch(/^http:\/\/localhost:3000\/calendars\/[0-9a-f]{64}\.ics$/);

  await read(id);
  expect(await one()).toMatchObject({ state: 'good', eventCount: 1, lastGoodAt: expect.any(String) });
  const set = (values: object) => db.updateTable('calendar_feeds').set(values).where('id', '=', id).execute();
  await set({ last_error: 'The calendar is broken.' });
  expect((await one()).state).toBe('failing');
  await set({ last_good_at: new Date(Date.now() - 6 * 3_600_000 - 1_000) });
  expect((await one()).state).toBe('stale');
  await set({ is_active: false });
  expect((await one()).state).toBe('inactive');
});

test('reading now returns the effect of each event', async () => {
  const { id } = await feed();
  const event = { uid: 'july', kind: 'reservation', checkin: '2037-07-07', checkout: '2037-07-14' };
  expect(await read(id)).toMatchObject({
    status: 200,
    isGood: true,
    error: '',
    events: [{ ...event, outcome: 'added' }],
    feed: { id, state: 'good', eventCount: 1 },
  });
  expect((await read(id)).events).toEqual([{ ...event, outcome: 'unchanged' }]);
});

test.each([
  ['?status=500', 'status 500'],
  ['?redirect=http://169.254.169.254/', 'not public'],
  ['?redirect=file:///etc/passwd', 'https://'],
])('reading now returns 200 and the reason if the calendar cannot be read: %s', async (query, why) => {
  const { id, set } = await feed();
  await set('', query);
  expect(await read(id)).toMatchObject({
    status: 200,
    isGood: false,
    error: expect.stringContaining(why),
    events: [],
    feed: { state: 'stale', lastError: expect.stringContaining(why) },
  });
});

test('reading a calendar that hangs ends within 14 seconds', async () => {
  const { id, set } = await feed();
  await set(calendar(july), '?delayMs=60000');
  const { timeout } = AbortSignal;
  // Every limit of the product, in a hundredth of its time.
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
  expect(await read(id)).toMatchObject({
    status: 200,
    isGood: false,
    error: expect.stringContaining('in time'),
  });
  expect(limits).toHaveBeenCalled();
  for (const [ms] of limits.mock.calls) expect(ms).toBeLessThan(14_000);
});

test.each([newId(), 'x', "1' or '1"])('there is no feed and no link %s', async (id) => {
  expect((await read(encodeURIComponent(id))).status).toBe(404);
  const renewed = await host.request('POST', `/api/admin/feeds/links/${encodeURIComponent(id)}/renew`);
  expect(renewed.status).toBe(404);
});

test('private addresses, other schemes and credentials are never read, even if the table contains them', async () => {
  for (const url of [
    'http://10.0.0.1/a.ics',
    'file:///etc/passwd',
    'http://a:b@127.0.0.1/a.ics',
    'nonsense',
  ]) {
    const { id } = await feed(calendar(july), { url });
    expect(await read(id)).toMatchObject({ status: 200, isGood: false, events: [] });
  }
});

test('each of two feeds of channel "Another" has a link of its own, which names it', async () => {
  const { id: first, slug } = await feed(calendar(july), { channel: 'other', name: 'Hipcamp' });
  const { property_id } = await db
    .selectFrom('calendar_feeds')
    .select('property_id')
    .where('id', '=', first)
    .executeTakeFirstOrThrow();
  const links = async () =>
    (await (await host.request('GET', '/api/admin/feeds')).json()).exports.filter(
      (link: { property: string; channel: string }) => link.property === slug && link.channel === 'other',
    );
  const [only] = await links();
  expect(only).toMatchObject({ feedId: first, feedName: 'Hipcamp' });
  const { id: second } = await feeds.add(db, property_id, calendar(), { channel: 'other', name: 'Finder' });
  const both = await links();
  expect(both).toMatchObject([
    { feedId: first, url: only.url },
    { feedId: second, feedName: 'Finder' },
  ]);
  expect(both[1].url).not.toBe(only.url);
});
