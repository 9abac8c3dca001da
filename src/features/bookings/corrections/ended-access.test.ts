import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { addExtra } from '../../../../test/extras.ts';
import { openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import type { ApiEnv } from '../../../platform/http/app-env.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { hashToken, newToken } from '../../auth/tokens.server.ts';
import { lockBooking, updateBooking } from '../record/bookings-store.server.ts';
import { addBoundBrowser } from '../record/browsers-store.server.ts';
import { confirmEmail } from '../record/find-booking.server.ts';
import { renewAccess } from '../record/renew-access.server.ts';
import { tripLinks } from '../trips/trip-links.server.ts';

const stays = await openStaysForFile();
const { db, ctx } = stays;
const { slug, id: propertyId } = await stays.addProperty();
const extra = await addExtra(db, { property_id: propertyId, is_taxed: false });
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const links = tripLinks(stays.platform, {});

let day = 40;
/** Each stay has nights of its own. */
const nextDay = () => (day += 5);

const send = ({ code, key }: Placed, method: string, path: string, json?: object) =>
  stays.request(method, `/api/bookings/${code}${path}`, {
    ...(json ? { json } : undefined),
    headers: { 'X-Booking-Key': key, 'Idempotency-Key': newId() },
    from: anyAddress(),
  });

/** Renews the key of a booking after a request was let in, and before it could do anything. */
async function renewedDuring(code: string, request: () => Promise<Response>): Promise<Response> {
  const { running } = await db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, (await stays.stored(code)).id);
    const started = request();
    await stays.untilBlocked();
    await renewAccess(ctx, tx, booking);
    return { running: started };
  });
  return running;
}

const toResponse = (error: unknown) =>
  new Response(null, { status: error instanceof AppError && error.code === 'notFound' ? 404 : 500 });

/** What former guests could have changed. */
async function state(code: string) {
  const { id, status, arrival_details, total_cents, email_confirmed_at } = await stays.stored(code);
  const count = async (table: 'booking_browsers' | 'booking_companions' | 'booking_extras') =>
    (await db.selectFrom(table).select('booking_id').where('booking_id', '=', id).execute()).length;
  return {
    status,
    arrival_details,
    total_cents,
    email_confirmed_at,
    messages: (await db.selectFrom('messages').select('id').where('thread_id', '=', id).execute()).length,
    browsers: await count('booking_browsers'),
    companions: await count('booking_companions'),
    extras: await count('booking_extras'),
  };
}

test.each<[string, (placed: Placed) => Promise<Response>]>([
  ['shares the stay', (placed) => send(placed, 'POST', '/companions', { name: 'Ben' })],
  ['reports the arrival', (placed) => send(placed, 'POST', '/arrival-details', { cars: 2 })],
  ['writes a message', (placed) => send(placed, 'POST', '/messages', { text: 'We come at six.' })],
  ['orders an extra', (placed) => send(placed, 'POST', '/extras', { id: extra, quantity: 1, total: 4_500 })],
  ['cancels', (placed) => send(placed, 'POST', '/cancel', { refund: 60_000 })],
])('a guest whose key is renewed while a request %s changes nothing', async (_, act) => {
  const placed = await stays.confirmed(slug, {}, nextDay());
  await stays.setPolicy(placed.code, 100);
  const before = await state(placed.code);
  const response = await renewedDuring(placed.code, () => act(placed));
  expect([response.status, await state(placed.code)]).toEqual([404, before]);
});

test('a guest whose key is renewed while a request withdraws an extra withdraws nothing', async () => {
  const placed = await stays.confirmed(slug, {}, nextDay());
  const order = { id: extra, quantity: 1, total: 4_500 };
  const ordered = await (await send(placed, 'POST', '/extras', order)).json();
  const before = await state(placed.code);
  const response = await renewedDuring(placed.code, () => send(placed, 'DELETE', `/extras/${ordered.id}`));
  expect([response.status, await state(placed.code)]).toEqual([404, before]);
});

test('a guest whose key is renewed while the payment page is opened does not get it', async () => {
  const placed = await stays.hold(slug, {}, nextDay());
  const response = await renewedDuring(placed.code, () => send(placed, 'POST', '/checkout'));
  expect([response.status, Object.keys(await response.json())]).toEqual([
    404,
    expect.not.arrayContaining(['url']),
  ]);
});

test('a guest whose key is renewed while a request releases the hold releases nothing', async () => {
  const placed = await stays.hold(slug, {}, nextDay());
  const response = await renewedDuring(placed.code, () => send(placed, 'POST', '/release'));
  expect([response.status, (await stays.stored(placed.code)).status]).toEqual([404, 'held']);
});

test('a guest whose key is renewed while a request ends the link of a companion ends none', async () => {
  const placed = await stays.confirmed(slug, {}, nextDay());
  const { id } = await (await send(placed, 'POST', '/companions', { name: 'Ben' })).json();
  const response = await renewedDuring(placed.code, () => send(placed, 'DELETE', `/companions/${id}`));
  expect(response.status).toBe(404);
  const [companion] = await db
    .selectFrom('booking_companions')
    .select('revoked_at')
    .where('id', '=', id)
    .execute();
  expect(companion?.revoked_at).toBeNull();
});

test('a guest whose key is renewed while the address of a request is confirmed confirms nothing', async () => {
  const placed = await stays.hold(slug, {}, nextDay());
  await stays.set(placed.code, { status: 'requested', email_confirmed_at: null });
  const { id } = await stays.stored(placed.code);
  const browser = newToken();
  await addBoundBrowser(db, id, hashToken(browser), true);
  const booking = await stays.stored(placed.code);
  const confirm = () => confirmEmail(ctx, booking, hashToken(browser)).then(() => new Response(), toResponse);
  expect((await renewedDuring(placed.code, confirm)).status).toBe(404);
  expect((await stays.stored(placed.code)).email_confirmed_at).toBeNull();
});

test('a link that is renewed while a browser follows it binds no browser', async () => {
  const placed = await stays.confirmed(slug, {}, nextDay());
  const before = await state(placed.code);
  const follow = () =>
    Promise.resolve(
      links.request(
        `http://localhost:9/trips/${placed.code}?key=${placed.key}`,
        {},
        {} as ApiEnv['Bindings'],
      ),
    );
  expect((await renewedDuring(placed.code, follow)).status).toBe(303);
  expect(await state(placed.code)).toEqual(before);
});

test('a trip whose key is renewed while its payment is settled is not shown', async () => {
  const placed = await stays.holdPaid(slug, {}, nextDay());
  const response = await renewedDuring(placed.code, () => send(placed, 'GET', ''));
  expect(response.status).toBe(404);
});

test('a host’s message that is sent while the address is corrected goes to the new one, with the new link', async () => {
  const placed = await stays.confirmed(slug, {}, nextDay());
  const before = await stays.stored(placed.code);
  const json = { text: 'The gate code is in the guide.' };
  const headers = { 'Idempotency-Key': newId() };
  const path = `/api/admin/bookings/${placed.code}/message`;
  const { running } = await db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, before.id);
    const started = host.request('POST', path, { json, headers });
    await stays.untilBlocked();
    await renewAccess(ctx, tx, booking);
    await updateBooking(tx, before.id, { email: 'right@guests.example', updated_at: new Date() });
    return { running: started };
  });
  expect((await running).status).toBe(200);
  const mails = (await stays.queuedMail()).filter(({ text }) => text.includes(json.text));
  expect(mails.map(({ to }) => to.address)).toEqual(['right@guests.example']);
  expect(mails[0]?.text).not.toContain(placed.key);
});
