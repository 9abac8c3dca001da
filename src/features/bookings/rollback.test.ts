import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { newId } from '../../shared/uuid.server.ts';

/* The database rejects the mail, the last thing that an action writes: nothing of the action may stay. */

const stays = await openStaysForFile();
const { pool } = stays.platform;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
await pool.query(`create function reject_mail() returns trigger language plpgsql as $$
  begin raise exception 'the disk is full'; end $$`);

async function withoutMail<Result>(act: () => Promise<Result>): Promise<Result> {
  await pool.query(`create trigger reject_mail before insert on graphile_worker._private_jobs
    for each row execute function reject_mail()`);
  try {
    return await act();
  } finally {
    await pool.query('drop trigger reject_mail on graphile_worker._private_jobs');
  }
}

const tables = [
  'bookings',
  'booking_events',
  'payments',
  'refund_orders',
  'payment_attempts',
  'quotes',
  'offers',
  'threads',
  'messages',
  'inquiries',
  'occupied_nights',
  'waitlist_entries',
];
const snapshot = async () =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => {
        const { rows } =
          await sql`select to_jsonb(t) - 'checked_at' as row from ${sql.table(table)} t order by 1`.execute(
            stays.db,
          );
        return [table, rows] as const;
      }),
    ),
  );

const dates = (from: number) => ({ checkin: inDays(from), checkout: inDays(from + 3) });
const guest = { name: 'Bea Roe', email: 'bea@guests.example', phone: '+1 850 555 0111', guests: 2, pets: 0 };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const home = async (more: object = {}) => (await stays.addProperty(more)).slug;
const hosts = (path: string, json: object, headers = {}) =>
  host.request('POST', `/api/admin/${path}`, { json, headers });
const requested = async () => stays.hold(await home({ booking_mode: 'request' }));
const confirmed = async () => stays.confirmed(await home());

/** Each function prepares its data and returns the call, which may be sent again. */
const actions: Record<string, () => Promise<() => Promise<Response>>> = {
  async 'a hold'() {
    const { id } = await stays.quote(await home());
    const key = newId();
    return () => stays.book(id, { email: 'once@guests.example' }, { key });
  },
  async 'a request'() {
    const { id } = await stays.quote(await home({ booking_mode: 'request' }));
    const key = newId();
    return () => stays.book(id, { email: 'twice@guests.example' }, { key });
  },
  async 'an approval'() {
    const { code } = await requested();
    return () => hosts(`bookings/${code}/approve`, {});
  },
  async 'a request that is declined'() {
    const { code } = await requested();
    return () => hosts(`bookings/${code}/decline`, { reason: 'Painters' });
  },
  async 'a cancellation by the guest'() {
    const placed = await confirmed();
    const { refund } = await (
      await stays.request('GET', `/api/bookings/${placed.code}/cancellation`, {
        headers: { 'X-Booking-Key': placed.key },
      })
    ).json();
    return () => stays.act(placed, 'cancel', { refund });
  },
  async 'a cancellation by the hosts'() {
    const { code } = await confirmed();
    return () => hosts(`bookings/${code}/cancel`, { refund: 60_000, reason: 'A storm' });
  },
  async 'a move'() {
    const { code } = await confirmed();
    return () => hosts(`bookings/${code}/move`, dates(90));
  },
  async 'a message of the hosts'() {
    const { code } = await confirmed();
    return () => hosts(`bookings/${code}/message`, { text: 'The pool is open.' });
  },
  async 'a message of the guest'() {
    const placed = await confirmed();
    return () => stays.act(placed, 'messages', { text: 'Is the pool open?' });
  },
  async 'a booking by phone that is paid elsewhere'() {
    const property = await home();
    const payment = { kind: 'elsewhere', how: 'Cash', amount: 60_000 };
    return () =>
      hosts('bookings', { property, ...dates(60), ...guest, payment }, { 'Idempotency-Key': 'phone-1' });
  },
  async 'a booking by phone with a link'() {
    const property = await home();
    const json = { property, ...dates(60), ...guest, payment: { kind: 'link' } };
    return () => hosts('bookings', json, { 'Idempotency-Key': 'phone-2' });
  },
  async 'an offer that holds its nights'() {
    const { email, guests, pets } = guest;
    const json = {
      property: await home(),
      ...dates(60),
      email,
      guests,
      pets,
      holdNights: true,
      expiresAt: inHours(48),
    };
    return () => hosts('offers', json);
  },
  async 'an offer that is taken'() {
    const json = {
      property: await home(),
      ...dates(60),
      guests: 2,
      expiresAt: inHours(48),
      holdNights: true,
    };
    const { url } = await (await hosts('offers', json)).json();
    const { name, email, phone } = guest;
    const agreed = { houseRules: true, cancellation: true };
    const taker = cookieBrowser(stays);
    return () =>
      taker.request('POST', `/api/offers/${url.split('/').at(-1)}/bookings`, {
        json: { name, email, phone, plan: 'full', agreed },
      });
  },
  async 'money that the hosts record as paid back'() {
    const { code } = await confirmed();
    const json = { amount: 5_000, reason: 'Cash', isPaidBack: true };
    return () => hosts(`bookings/${code}/refund`, json, { 'Idempotency-Key': 'paid-back-1' });
  },
};

test.each(Object.keys(actions))(
  '%s whose mail cannot be queued leaves nothing behind, and works later',
  async (name) => {
    const act = await actions[name]?.();
    if (!act) throw new Error(name);
    const before = await snapshot();
    const failed = await withoutMail(act);
    expect([failed.status, await failed.json()]).toEqual([
      500,
      expect.objectContaining({ code: 'internal', reference: expect.any(String) }),
    ]);
    expect(await snapshot()).toEqual(before);
    const response = await act();
    expect([200, 201], JSON.stringify(await response.clone().json())).toContain(response.status);
    expect(await snapshot()).not.toEqual(before);
  },
);

test('a payment that cannot be recorded stays unrecorded as a whole, and is settled once later', async () => {
  const placed = await stays.holdPaid(await home());
  const before = await snapshot();
  await withoutMail(async () => {
    const headers = { 'X-Booking-Key': placed.key };
    const response = await stays.request('GET', `/api/bookings/${placed.code}`, { headers });
    expect(response.status).toBe(500);
  });
  expect(await snapshot()).toEqual(before);
  expect(await stays.readConfirmed(placed)).toMatchObject({ paid: 60_000 });
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
});

test('a refund that was made, but could not be recorded, is recorded later and not made twice', async () => {
  const { code } = await confirmed();
  const json = { amount: 5_000, reason: 'Noise' };
  const refund = () => hosts(`bookings/${code}/refund`, json, { 'Idempotency-Key': 'refund-1' });
  // The order stands, and its money is shown as under way.
  expect((await withoutMail(refund)).status).toBe(200);
  expect(await stays.ledger(code)).toEqual(['charge 60000']);
  expect((await refund()).status).toBe(200);
  await stays.run();
  expect(await stays.ledger(code)).toEqual(['charge 60000', 'refund 5000']);
  const { data } = await stays.stripe.refunds.list({ limit: 100 });
  const { id } = await stays.stored(code);
  expect(data.filter(({ metadata }) => metadata?.bookingId === id)).toHaveLength(1);
});
