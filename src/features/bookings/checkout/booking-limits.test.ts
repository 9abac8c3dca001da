import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const agreed = { houseRules: true, cancellation: true };
const guest = { name: 'Ann Lee', phone: '+1 850 555 0100', plan: 'full', agreed };

const send = (
  quoteId: string,
  email: string,
  { from = anyAddress(), key = newId() }: { from?: string; key?: string } = {},
) =>
  stays.request('POST', '/api/bookings', {
    json: { quoteId, ...guest, email },
    headers: { 'Idempotency-Key': key },
    from,
  });

/** Books and releases until it is rejected. @returns the statuses of the responses, and the last response */
async function holdAndRelease(times: number, email: (round: number) => string, from: () => string) {
  const { slug } = await stays.addProperty();
  const { id } = await stays.quote(slug);
  const statuses: number[] = [];
  let last = new Response();
  for (let round = 0; round < times; round += 1) {
    last = await send(id, email(round), { from: from() });
    statuses.push(last.status);
    if (last.status === 201) expect((await stays.act(await last.json(), 'release')).status).toBe(200);
  }
  return { statuses, last };
}

test('one client address makes at most twenty bookings in an hour, released ones included; the next gets the time to wait', async () => {
  const from = anyAddress();
  const { statuses, last } = await holdAndRelease(
    21,
    (round) => `many-${round}@guests.example`,
    () => from,
  );
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
  expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(3_000);
  expect(await last.json()).toMatchObject({
    code: 'tooMany',
    message: expect.stringMatching(/from your network .* call us to book/),
  });
});

test('an e-mail address gets six mails of holds in an hour, from any client addresses', async () => {
  const email = 'victim@guests.example';
  const { statuses, last } = await holdAndRelease(8, () => email, anyAddress);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429, 429]);
  expect(last.headers.has('Retry-After')).toBe(true);
  expect((await last.json()).message).toMatch(/with this e-mail address .* sign in with it/);
  const { rows } = await stays.platform.pool.query<{ key: string }>('select key from rate_limits');
  expect(rows.filter(({ key }) => key.includes('@'))).toEqual([]);
  const mails = (await stays.queuedMail()).filter(({ to }) => to.address === email);
  expect(mails).toHaveLength(6);
});

test('a booking that is sent again sends no mail: it counts for the client address, not for the e-mail address', async () => {
  const { slug } = await stays.addProperty();
  const { id } = await stays.quote(slug);
  const again = { key: newId(), from: anyAddress() };
  const statuses: number[] = [];
  for (let time = 0; time < 21; time += 1)
    statuses.push((await send(id, 'again@guests.example', again)).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
  expect((await send((await stays.quote(slug, 80)).id, 'again@guests.example')).status).toBe(201);
});

test('opening the payment page of a booking six times in an hour is the limit, and takes no booking from its guest', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.hold(slug);
  const statuses: number[] = [];
  for (let time = 0; time < 7; time += 1) statuses.push((await stays.act(placed, 'checkout')).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  const { email } = await stays.stored(placed.code);
  expect((await send((await stays.quote(slug, 80)).id, email)).status).toBe(201);
});

test('the link of a booking by phone, and an offer, open payment pages under the same limits', async () => {
  const { slug } = await stays.addProperty();
  const email = 'phone@guests.example';
  const stay = { property: slug, checkin: inDays(60), checkout: inDays(63), guests: 2, pets: 0 };
  const { plan: _, agreed: __, ...contact } = guest;
  const booked = await host.request('POST', '/api/admin/bookings', {
    json: { ...stay, ...contact, email, payment: { kind: 'link' } },
  });
  expect(booked.status).toBe(201);
  const placed = await booked.json();
  for (let time = 0; time < 6; time += 1) expect((await stays.act(placed, 'checkout')).status).toBe(200);
  expect((await stays.act(placed, 'checkout')).status).toBe(429);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const made = await host.request('POST', '/api/admin/offers', {
    json: { ...stay, checkin: inDays(70), checkout: inDays(73), expiresAt },
  });
  const { token } = await made.json();
  const taken = await stays.request('POST', `/api/offers/${token}/bookings`, {
    json: { ...guest, email },
    from: anyAddress(),
  });
  expect(taken.status).toBe(201);
});

test('requests with invented quotes, or for nights that are taken, use nothing of the limit of an e-mail address', async () => {
  const { slug } = await stays.addProperty();
  const email = 'named-by-strangers@guests.example';
  const taken = await stays.quote(slug);
  await stays.hold(slug);
  const from = anyAddress();
  for (let time = 0; time < 6; time += 1) {
    expect((await send(newId(), email, { from })).status).toBe(404);
    expect((await send(taken.id, email, { from })).status).toBe(409);
  }
  expect((await send((await stays.quote(slug, 80)).id, email)).status).toBe(201);
});

test('an address whose limit strangers used up is still that of its signed-in owner, and of a browser with a confirmed stay', async () => {
  const email = 'owner@guests.example';
  const { slug } = await stays.addProperty();
  const browser = cookieBrowser(stays);
  const book = async (guestBrowser: Pick<typeof browser, 'request'>, days: number) =>
    guestBrowser.request('POST', '/api/bookings', {
      json: { quoteId: (await stays.quote(slug, days)).id, ...guest, email },
      headers: { 'Idempotency-Key': newId() },
    });
  const own = await (await book(browser, 20)).json();
  await stays.step(stays.sessionOf(own.checkoutUrl), 'complete');
  await stays.readConfirmed(own);
  const { statuses } = await holdAndRelease(7, () => email, anyAddress);
  expect(statuses.at(-1)).toBe(429);
  expect((await book(browser, 40)).status).toBe(201);
  const owner = await signedInBrowser(stays, email, cookieBrowser(stays));
  expect((await book(owner, 50)).status).toBe(201);
  expect((await book(cookieBrowser(stays), 70)).status).toBe(429);
});

test('the same Idempotency-Key with another guest, e-mail address or plan is an error', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const { id: quoteId } = await stays.quote(slug, 90);
  const [key, from] = [newId(), anyAddress()];
  const book = (more: object) =>
    stays.request('POST', '/api/bookings', {
      json: { quoteId, ...guest, email: 'same@guests.example', ...more },
      headers: { 'Idempotency-Key': key },
      from,
    });
  const first = await (await book({})).json();
  expect(await (await book({})).json()).toMatchObject({ code: first.code });
  for (const more of [
    { email: 'other@guests.example' },
    { name: 'Bea Lee' },
    { phone: '+1 850 555 0199' },
    { plan: 'deposit' },
    { note: 'Late arrival' },
  ]) {
    const response = await book(more);
    expect(response.status).toBe(409);
    const body = await response.json();
    expect(body.message).toMatch(/used for another booking/);
    expect(body).not.toHaveProperty('key');
  }
});

test('live holds that strangers make with an address keep its signed-in owner from no hold', async () => {
  const email = 'held-by-strangers@guests.example';
  const { slug } = await stays.addProperty();
  for (const days of [20, 30, 40])
    expect((await send((await stays.quote(slug, days)).id, email)).status).toBe(201);
  expect((await send((await stays.quote(slug, 50)).id, email)).status).toBe(429);
  const owner = await signedInBrowser(stays, email, cookieBrowser(stays));
  const booked = await owner.request('POST', '/api/bookings', {
    json: { quoteId: (await stays.quote(slug, 50)).id, ...guest, email },
    headers: { 'Idempotency-Key': newId() },
  });
  expect(booked.status).toBe(201);
});
