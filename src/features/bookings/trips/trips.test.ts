import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { addExtra } from '../../../../test/extras.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { hourMs } from '../../../shared/durations.ts';
import { confirmationKey } from '../payments/confirm-booking.server.ts';
import { bookingKey } from '../record/booking-key.server.ts';
import { addBoundBrowser } from '../record/browsers-store.server.ts';
import { recordEvent } from '../record/events-store.server.ts';
import { tripLinks } from './trip-links.server.ts';

const stays = await openStaysForFile();
const { slug } = await stays.addProperty({ title: 'The Beachcomber', house_rules: 'No smoking' });

test('a booking is seen by its browser, its signed-in guest, hosts and its key; all others get the same 404 as for no booking', async () => {
  const response = await stays.book((await stays.quote(slug, 40)).id, { email: 'ann@guests.example' });
  const placed = await response.json();
  const cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const url = `/api/bookings/${placed.code}`;
  const get = (headers: Record<string, string> = {}, path = url) => stays.request('GET', path, { headers });
  expect((await get({ Cookie: cookie })).status).toBe(200);
  expect((await get({ 'X-Booking-Key': placed.key })).status).toBe(200);
  const lower = url.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
  expect((await get({ 'X-Booking-Key': placed.key }, lower)).status).toBe(200);
  for (const email of ['ann@guests.example', 'host@example.com']) {
    const browser = await signedInBrowser(stays, email);
    const seen = await browser.request('GET', url);
    expect([email, seen.status, seen.headers.get('Cache-Control')]).toEqual([
      email,
      200,
      'private, no-store, no-transform',
    ]);
  }
  const other = await signedInBrowser(stays, 'eve@guests.example');
  const unknown = await get({}, '/api/bookings/00000000');
  const body = await unknown.json();
  expect(unknown.status).toBe(404);
  const strange = { Cookie: `booking=${'x'.repeat(43)}`, 'X-Booking-Key': 'y'.repeat(43) };
  for (const denied of [await get(), await get(strange), await other.request('GET', url)])
    expect([denied.status, await denied.json()]).toEqual([404, body]);
  for (const action of ['checkout', 'release', 'cancel']) {
    const denied = await stays.request('POST', `${url}/${action}`, { json: { refund: 0 } });
    expect([denied.status, await denied.json()]).toEqual([404, body]);
  }
  for (const file of ['cancellation', 'stay.ics', 'receipt.pdf'])
    expect((await get({}, `${url}/${file}`)).status).toBe(404);
});

test('a mailed link becomes a cookie and loses its key; a wrong key opens nothing', async () => {
  const placed = await stays.hold(slug, {}, 50);
  const { id } = await stays.stored(placed.code);
  expect(placed.key).toBe(bookingKey(stays.ctx, id));
  const links = tripLinks(stays.platform, { 'X-Frame-Options': 'DENY' });
  const open = (path: string) => links.request(`http://localhost:9${path}`, {}, {} as ApiEnv['Bindings']);
  const response = await open(`/trips/${placed.code}?key=${placed.key}&utm=mail`);
  expect(response.status).toBe(303);
  expect(response.headers.get('Location')).toBe(`/trips/${placed.code}?utm=mail`);
  expect(response.headers.get('X-Frame-Options')).toBe('DENY');
  const Cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const url = `/api/bookings/${placed.code}`;
  expect((await stays.request('GET', url, { headers: { Cookie } })).status).toBe(200);
  const wrong = await open(`/book/${placed.code}?key=${'x'.repeat(43)}`);
  expect([wrong.status, wrong.headers.get('Set-Cookie')]).toEqual([303, null]);
  expect((await open(`/trips/${placed.code}`)).status).toBe(404);
});

test('a trip has its quote, what was agreed, its calendar file and its receipt once it is confirmed', async () => {
  const placed = await stays.hold(slug, { note: 'We come late' }, 60);
  const headers = { 'X-Booking-Key': placed.key };
  const get = (file: string) => stays.request('GET', `/api/bookings/${placed.code}/${file}`, { headers });
  expect((await get('stay.ics')).status).toBe(409);
  expect((await get('receipt.pdf')).status).toBe(409);
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  await stays.run();
  const trip = await stays.read(placed);
  expect(Date.parse(trip.now)).toBeCloseTo(Date.now(), -5);
  expect(trip).toMatchObject({
    property: { slug, title: 'The Beachcomber' },
    checkin: inDays(60),
    note: 'We come late',
    quote: { total: 60_000 },
    agreed: { houseRules: 'No smoking' },
    holdExpiresAt: null,
  });
  const calendar = await get('stay.ics');
  expect(calendar.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  expect(await calendar.text()).toContain(`stay-${placed.code.toLowerCase()}@localhost`);
  const receipt = await get('receipt.pdf');
  expect(
    Buffer.from(await receipt.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

test('a booking has its promotion code and the extras chosen while booking, for the same price again', async () => {
  const home = await stays.addProperty();
  const id = await addExtra(stays.db, { kind: 'per_item', max_quantity: 2 });
  await stays.db.insertInto('promo_codes').values({ code: 'AGAIN10', percent: 10 }).execute();
  const stay = { property: home.slug, checkin: inDays(60), checkout: inDays(63), guests: 2, pets: 0 };
  const chosen = { promoCode: 'again10', extras: [{ id, quantity: 2 }] };
  const quote = await (
    await stays.request('POST', '/api/quotes', { json: { ...stay, ...chosen }, from: anyAddress() })
  ).json();
  const placed = await (await stays.book(quote.id)).json();
  const held = await stays.read(placed);
  expect(held).toMatchObject({ promoCode: 'AGAIN10', chosenExtras: [{ id, quantity: 2 }] });
  const plain = await stays.read(await stays.hold(home.slug, {}, 70));
  expect(plain).not.toHaveProperty('promoCode');
  expect(plain).not.toHaveProperty('chosenExtras');
});

test('my trips are those of the signed-in address', async () => {
  const email = 'tess@guests.example';
  const placed = await stays.confirmed(slug, { email }, 70);
  const browser = await signedInBrowser(stays, email, cookieBrowser(stays));
  const trips = await (await browser.request('GET', '/api/trips')).json();
  expect(trips).toMatchObject([{ code: placed.code, status: 'confirmed', isPast: false, total: 60_000 }]);
  expect((await stays.request('GET', '/api/trips')).status).toBe(401);
});

test('account data has the bookings; a deleted account leaves the past ones without name, and later ones after the stay', async () => {
  const email = 'kim@guests.example';
  const [past, coming] = [
    await stays.confirmed(slug, { email }, 80),
    await stays.confirmed(slug, { email }, 90),
  ];
  await stays.set(past.code, { checkin: inDays(-9), checkout: inDays(-5) });
  for (const { code } of [past, coming])
    await addBoundBrowser(stays.db, (await stays.stored(code)).id, randomBytes(32));
  const browsersOf = async ({ code }: { code: string }) =>
    (
      await stays.db
        .selectFrom('booking_browsers')
        .selectAll()
        .where('booking_id', '=', (await stays.stored(code)).id)
        .execute()
    ).length;
  const browser = await signedInBrowser(stays, email, cookieBrowser(stays));
  const data = await (await browser.request('GET', '/api/users/me/data')).json();
  expect(data.bookings).toMatchObject([{ code: coming.code, paid: 60_000 }, { code: past.code }]);
  expect((await browser.request('DELETE', '/api/users/me', { json: {} })).status).toBe(200);
  const anonymous = { name: 'Deleted', email: 'deleted@account.invalid', phone: '', note: '' };
  expect(await stays.stored(past.code)).toMatchObject(anonymous);
  expect(await stays.stored(coming.code)).toMatchObject({ email, status: 'confirmed' });
  expect([await browsersOf(past), await browsersOf(coming)]).toEqual([0, 1]);
  await stays.set(coming.code, { checkin: inDays(-4), checkout: inDays(-2), anonymize_on: inDays(-2) });
  await stays.run();
  expect(await stays.stored(coming.code)).toMatchObject(anonymous);
  expect(await browsersOf(coming)).toBe(0);
});

test('the open amount of a stay that is over can be paid by the link of its mails', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  await stays.set(placed.code, { checkin: inDays(-4), checkout: inDays(-1) });
  expect(await stays.read(placed)).toMatchObject({ due: 42_000, can: ['pay', 'message'] });
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await expect.poll(() => stays.read(placed)).toMatchObject({ due: 0, can: ['message'] });
});

test('a trip says that a payment is open, and for a day what became of its confirmation', async () => {
  const placed = await stays.hold(slug, {}, 120);
  const { id } = await stays.stored(placed.code);
  const held = await stays.read(placed);
  expect([held.isPaymentOpen, held.confirmationMail]).toEqual([true, undefined]);
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  const read = async () => (await stays.read(placed)).confirmationMail;
  expect(await read()).toBe('on_its_way');
  expect((await stays.read(placed)).isPaymentOpen).toBe(false);
  const { numAffectedRows } = await sql`update graphile_worker._private_jobs set attempts = max_attempts
    where key = ${`mail:${confirmationKey(id)}`}`.execute(stays.db);
  expect(numAffectedRows).toBe(1n);
  expect(await read()).toBe('failed');
  await stays.set(placed.code, { confirmed_at: new Date(Date.now() - 25 * hourMs) });
  expect(await read()).toBeUndefined();
  await stays.set(placed.code, { confirmed_at: new Date() });
  const event = {
    booking_id: id,
    event: 'guest_corrected',
    actor: 'host@example.com',
    created_at: new Date(),
  };
  await recordEvent(stays.db, event);
  expect(await read()).toBeUndefined();
});

test('a browser reads the nights that it holds, and no other does', async () => {
  const response = await stays.book((await stays.quote(slug, 100)).id, {});
  const { code } = await response.json();
  const Cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const held = async (headers: Record<string, string> = {}) =>
    (await (await stays.request('GET', '/api/holds', { headers })).json()).holds;
  expect(await held({ Cookie })).toMatchObject([
    {
      code,
      status: 'held',
      property: { slug },
      checkin: inDays(100),
      holdExpiresAt: expect.any(String),
      dueNow: 60_000,
    },
  ]);
  expect(await held()).toEqual([]);
  expect(await held({ Cookie: `booking=${'x'.repeat(43)}` })).toEqual([]);
  expect((await stays.request('POST', `/api/bookings/${code}/release`, { headers: { Cookie } })).status).toBe(
    200,
  );
  expect(await held({ Cookie })).toEqual([]);
});

test('a guest may write until 30 days after the check-out day, and asks for no change', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug, {}, 110);
  for (const [days, can] of [
    [0, ['message', 'add_extras']],
    [30, ['message']],
    [31, []],
  ] as const) {
    await stays.set(placed.code, { checkin: inDays(-days - 3), checkout: inDays(-days) });
    expect((await stays.read(placed)).can).toEqual(can);
    const sent = await stays.act(placed, 'messages', { text: `A teddy, day ${days}`, kind: 'message' });
    expect(sent.status).toBe(can.length > 0 ? 201 : 409);
  }
});

test('a trip has the Wi-Fi of its home while the way in is shown', async () => {
  const home = await stays.addProperty({ wifi_name: 'Dunes', wifi_password: 'sea oats' });
  const placed = await stays.confirmed(home.slug, {}, 40);
  expect(await stays.read(placed)).not.toHaveProperty('wifi');
  await stays.set(placed.code, { checkin: inDays(2), checkout: inDays(4) });
  expect((await stays.read(placed)).wifi).toEqual({ name: 'Dunes', password: 'sea oats' });
  await stays.set(placed.code, { checkin: inDays(-4), checkout: inDays(-1) });
  expect(await stays.read(placed)).not.toHaveProperty('wifi');
});
