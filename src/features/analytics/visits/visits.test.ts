import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { addBooking, addProperty } from '../../../../test/bookings.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { untilTaken } from '../../../../test/until-taken.ts';
import type { BookingStatus } from '../../../db/schema/bookings.ts';
import { jobs } from '../../../jobs.server.ts';
import type { MailTransport } from '../../../platform/mail/mail-transport.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import type { Stats } from '../contract.server.ts';

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:151.0) Gecko/20100101 Firefox/151.0';

let now: Date;
let app: TestApp;
beforeEach(async () => {
  now = new Date('2026-06-05T18:00:00Z');
  app = await testApp({ now: () => now });
});
afterEach(() => app.close());

const view = (options: { headers?: Record<string, string>; from?: string } = {}) =>
  app.request('POST', '/api/visits', {
    json: {},
    ...options,
    headers: { 'User-Agent': safari, ...options.headers },
  });

async function readStats(days?: number): Promise<Stats> {
  const host = await signedInBrowser(app, 'host@example.com');
  const response = await host.request('GET', `/api/admin/stats${days ? `?days=${days}` : ''}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  return (await response.json()) as Stats;
}

const today = async () => (await readStats(1)).days[0];
const rowsIn = async (table: string) =>
  (await app.platform.pool.query(`select * from ${table} order by 1`)).rows as Record<string, unknown>[];

test('counts each view, and each visitor once a day', async () => {
  for (const _ of [1, 2, 3]) expect((await view()).status).toBe(204);
  await view({ headers: { 'User-Agent': firefox } });
  await view({ from: '203.0.113.99' });
  expect(await today()).toMatchObject({ day: '2026-06-05', visitors: 3, views: 5 });
});

test('counts concurrent views', async () => {
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      untilTaken(() => view({ from: `203.0.113.${1 + (index % 4)}` })),
    ),
  );
  expect(await today()).toMatchObject({ visitors: 4, views: 12 });
});

test('visitor hashes change daily, and the sweep deletes those of earlier days with their salt', async () => {
  await view();
  const [first] = await rowsIn('daily_visitors');
  const [salt] = await rowsIn('daily_salts');
  now = new Date('2026-06-06T18:00:00Z');
  await view();
  const hashes = (await rowsIn('daily_visitors')).map(({ hash }) => String(hash));
  expect(new Set(hashes).size).toBe(2);

  const { sweep } = jobs(app.platform, {} as MailTransport);
  await sweep?.({}, {} as never);
  expect(await rowsIn('daily_visitors')).toMatchObject([{ day: '2026-06-06' }]);
  expect(await rowsIn('daily_salts')).toMatchObject([{ day: '2026-06-06' }]);
  expect(await rowsIn('daily_salts')).not.toContainEqual(salt);
  expect(await rowsIn('daily_visitors')).not.toContainEqual(first);
  expect((await readStats(2)).days).toMatchObject([
    { day: '2026-06-05', visitors: 1, views: 1 },
    { day: '2026-06-06', visitors: 1, views: 1 },
  ]);
});

test('stored rows contain neither client address nor browser', async () => {
  await view({ from: '198.51.100.77' });
  const stored = JSON.stringify([...(await rowsIn('daily_visitors')), ...(await rowsIn('daily_visits'))]);
  expect(stored).not.toContain('198.51.100.77');
  expect(stored).not.toContain('Safari');
});

test.each(['Sec-GPC', 'DNT'])('counts only the view of a browser with %s', async (header) => {
  await view({ headers: { [header]: '1' } });
  await view({ headers: { [header]: '1' } });
  expect(await rowsIn('daily_visitors')).toEqual([]);
  expect(await today()).toMatchObject({ visitors: 0, views: 2 });
});

test('does not count bots, empty user agents and hosts', async () => {
  const host = await signedInBrowser(app, 'host@example.com');
  await host.request('POST', '/api/visits', { json: {}, headers: { 'User-Agent': safari } });
  for (const name of ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.7.1', ''])
    expect((await view({ headers: { 'User-Agent': name } })).status).toBe(204);
  expect(await today()).toMatchObject({ visitors: 0, views: 0 });

  const guest = await signedInBrowser(app, 'guest@example.com');
  await guest.request('POST', '/api/visits', { json: {}, headers: { 'User-Agent': safari } });
  expect(await today()).toMatchObject({ visitors: 1, views: 1 });
});

test('POST /api/visits sets no cookie', async () => {
  expect((await view()).headers.get('Set-Cookie')).toBeNull();
});

test('rejects cross-site requests, other content types and long bodies', async () => {
  const post = (headers: Record<string, string>, body: string) =>
    app.request('POST', '/api/visits', { body, headers: { 'User-Agent': safari, ...headers } });
  const json = { 'Content-Type': 'application/json' };
  expect((await post({ ...json, 'Sec-Fetch-Site': 'cross-site' }, '{}')).status).toBe(403);
  expect((await post({ ...json, Origin: 'https://evil.example' }, '{}')).status).toBe(403);
  expect((await post({ 'Content-Type': 'text/plain' }, '{}')).status).toBe(415);
  expect((await post({}, '{}')).status).toBe(415);
  const tooLarge = await post(json, 'x'.repeat(2_000));
  expect(tooLarge.status).toBe(413);
  expect(await tooLarge.json()).toMatchObject({ message: 'The request is larger than 1 KB.' });
  expect(await today()).toMatchObject({ views: 0 });
});

test('limits one client address to 600 views an hour', async () => {
  await view();
  await app.platform.pool.query("update rate_limits set points = 600 where key like 'visits:%'");
  const response = await view();
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await view({ from: '203.0.113.200' })).status).toBe(204);
});

test('GET /api/admin/stats serves only admins, for 1 to 366 days', async () => {
  expect((await app.request('GET', '/api/admin/stats')).status).toBe(401);
  const guest = await signedInBrowser(app, 'guest@example.com');
  expect((await guest.request('GET', '/api/admin/stats')).status).toBe(403);
  const host = await signedInBrowser(app, 'host@example.com');
  for (const days of ['0', '367', '-7', '1.5', '1e2', 'x', '', "7'--"]) {
    const response = await host.request('GET', `/api/admin/stats?days=${encodeURIComponent(days)}`);
    expect([days, response.status]).toEqual([days, 400]);
    expect(await response.json()).toMatchObject({ fields: { days: expect.any(String) } });
  }
  expect((await readStats()).days).toHaveLength(30);
  expect((await readStats(366)).days).toHaveLength(366);
});

async function inquire(createdAt: string): Promise<void> {
  const stay = { property_title: 'Sunset Villa', check_in: '2026-08-01', check_out: '2026-08-08', guests: 2 };
  const who = { name: 'Ann Lee', email: 'ann@guests.example' };
  await app.platform.db
    .insertInto('inquiries')
    .values({ id: newId(), ...who, ...stay, created_at: new Date(createdAt) })
    .execute();
}

async function purchase(
  purchasedAt: string,
  cents: number,
  currency = 'usd',
  status: 'active' | 'refunded' = 'active',
) {
  const { db } = app.platform;
  const product = {
    id: newId(),
    name: 'A week',
    price_cents: 5_000,
    currency,
    billing_type: 'one_time' as const,
  };
  await db
    .insertInto('products')
    .values({ ...product, property_id: null, billing_period: null })
    .execute();
  const [id, session] = [newId(), `cs_test_${newId().replaceAll('-', '')}`];
  const checkout = { id, product_id: product.id, product_name: 'A week', unit_amount_cents: 5_000, currency };
  await db
    .insertInto('checkouts')
    .values({
      ...checkout,
      quantity: 1,
      type: 'payment',
      status: 'complete',
      stripe_session_id: session,
      expires_at: new Date(purchasedAt),
    })
    .execute();
  await db
    .insertInto('purchases')
    .values({
      id: newId(),
      checkout_id: id,
      stripe_session_id: session,
      product_id: product.id,
      product_name: 'A week',
      amount_cents: cents,
      currency,
      type: 'payment',
      status,
      email: 'ann@guests.example',
      purchased_at: new Date(purchasedAt),
    })
    .execute();
}

test('inquiries, purchases and revenue count on the day at the properties', async () => {
  await inquire('2026-06-05T04:59:00Z'); // 11:59 PM of the fourth
  await inquire('2026-06-05T05:01:00Z'); // 12:01 AM of the fifth
  await purchase('2026-06-05T04:59:00Z', 10_000);
  await purchase('2026-06-05T12:00:00Z', 25_000);
  await purchase('2026-06-05T13:00:00Z', 1_050);
  await purchase('2026-06-05T14:00:00Z', 9_900, 'eur');
  await purchase('2026-06-05T15:00:00Z', 70_000, 'usd', 'refunded');
  expect(await readStats(2)).toEqual({
    timeZone: 'America/Chicago',
    days: [
      { day: '2026-06-04', visitors: 0, views: 0, inquiries: 1, purchases: 1, revenueCents: { usd: 10_000 } },
      {
        day: '2026-06-05',
        visitors: 0,
        views: 0,
        inquiries: 1,
        purchases: 3,
        revenueCents: { usd: 26_050, eur: 9_900 },
      },
    ],
  });
});

test('a stay is a purchase on the day of its first charge by card; its balance is revenue, what was paid elsewhere is not', async () => {
  const { db } = app.platform;
  const { id: property_id } = await addProperty(db);
  const pay = async (
    status: BookingStatus,
    charges: { at: string; cents: number; method?: 'card' | 'elsewhere' }[],
  ) => {
    const nights = { checkin: `2027-07-${10 + night}`, checkout: `2027-07-${11 + night}` };
    night += 1;
    const { id: booking_id } = await addBooking(db, { property_id, ...nights, status });
    for (const { at, cents, method = 'card' } of charges)
      await db
        .insertInto('payments')
        .values({
          booking_id,
          kind: 'charge',
          amount_cents: cents,
          method,
          created_at: new Date(at),
          stripe_id: method === 'card' ? `pi_${newId()}` : null,
        })
        .execute();
  };
  let night = 0;
  await purchase('2026-06-05T12:00:00Z', 1_000);
  await pay('confirmed', [
    { at: '2026-06-04T20:00:00Z', cents: 30_000 },
    { at: '2026-06-05T15:00:00Z', cents: 70_000 },
  ]);
  await pay('confirmed', [{ at: '2026-06-05T16:00:00Z', cents: 5_000, method: 'elsewhere' }]);
  await pay('confirmed', [
    { at: '2026-06-04T16:00:00Z', cents: 6_000, method: 'elsewhere' },
    { at: '2026-06-05T16:00:00Z', cents: 4_000 },
  ]);
  await pay('cancelled', [{ at: '2026-06-05T17:00:00Z', cents: 40_000 }]);
  await pay('expired', [{ at: '2026-06-05T18:00:00Z', cents: 50_000 }]);
  expect((await readStats(2)).days).toMatchObject([
    { day: '2026-06-04', purchases: 1, revenueCents: { usd: 30_000 } },
    { day: '2026-06-05', purchases: 2, revenueCents: { usd: 75_000 } },
  ]);
});

test('days with a clock change count as one day', async () => {
  now = new Date('2026-03-09T05:30:00Z'); // 12:30 AM, the day after the clocks went forward
  await inquire('2026-03-08T05:59:00Z'); // 11:59 PM of the seventh, before the change
  await inquire('2026-03-08T06:00:00Z'); // midnight
  await inquire('2026-03-09T04:59:00Z'); // 11:59 PM of the eighth
  await view();
  expect((await readStats(3)).days).toMatchObject([
    { day: '2026-03-07', inquiries: 1 },
    { day: '2026-03-08', inquiries: 2 },
    { day: '2026-03-09', inquiries: 0, views: 1 },
  ]);
});
