import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { payRefund } from './refunds.server.ts';

const stays = await openStaysForFile();
const { db, ctx } = stays;
const { pool } = stays.platform;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const hosts = async (path: string, json: object) => {
  const response = await host.request('POST', `/api/admin/${path}`, { json });
  return { ...(await response.json()), http: response.status };
};
const eventsOf = async (code: string, event: string) =>
  (
    await db
      .selectFrom('booking_events')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .select('details')
      .where('code', '=', code)
      .where('event', '=', event)
      .execute()
  ).length;
const failedMails = async (code: string) =>
  (await stays.subjects(code, 'hosts')).filter((subject) => /refund.*failed|failed.*refund/i.test(subject))
    .length;

test('a hold whose page the provider would never make is let go', async () => {
  await stays.faults({ apiStatus: 500 });
  const placed = await stays.hold((await stays.addProperty()).slug);
  await stays.faults({ apiStatus: null });
  const { id } = await stays.stored(placed.code);
  await stays.set(placed.code, { email: 'no address' });
  await db
    .updateTable('payment_attempts')
    .set({ status: 'pending', stripe_id: null, url: null })
    .where('booking_id', '=', id)
    .execute();
  expect((await stays.act(placed, 'release')).status).toBe(200);
  expect((await stays.stored(placed.code)).status).toBe('released');
});

test('a refund that the bank sends back is recorded and mailed once, also by copies of its event at the same moment', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  await hosts(`bookings/${placed.code}/refund`, { amount: 5_000, reason: 'Noise' });
  const { data } = await stays.stripe.refunds.list({ limit: 1 });
  await stays.provider('POST', `/stripe/test/refunds/${data[0]?.id}/fail`);
  const event = (await stays.events()).at(-1) as Stripe.Event;
  const responses = await Promise.all(Array.from({ length: 6 }, () => stays.deliver(event)));
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const ledger = await stays.ledger(placed.code);
  expect(ledger).toEqual(['charge 60000', 'refund 5000', 'refund -5000']);
  expect([await eventsOf(placed.code, 'refund_failed'), await failedMails(placed.code)]).toEqual([1, 1]);
});

test('an ordered refund that several processes carry out at the same moment is made once', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  await stays.faults({ apiStatus: 500 });
  await hosts(`bookings/${placed.code}/refund`, { amount: 5_000, reason: 'Noise' });
  await stays.faults({ apiStatus: null });
  const { id } = await stays.stored(placed.code);
  const order = await db
    .selectFrom('refund_orders')
    .selectAll()
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow();
  await Promise.all([1, 2, 3, 4].map(() => payRefund(ctx, order)));
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 5000']);
  const { data } = await stays.stripe.refunds.list({ limit: 100 });
  expect(data.filter(({ metadata }) => metadata?.bookingId === id)).toHaveLength(1);
  expect(
    (await stays.subjects(placed.code, 'guest')).filter((subject) => subject.startsWith('Refunded')),
  ).toHaveLength(1);
});

test('a refund that the provider rejects to several processes is failed and mailed once', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  const { id } = await stays.stored(placed.code);
  await stays.faults({ apiStatus: 500 });
  await hosts(`bookings/${placed.code}/refund`, { amount: 5_000, reason: 'Noise' });
  await stays.faults({ apiStatus: null });
  await db
    .updateTable('refund_orders')
    .set({ payment_id: 'pi_unknown' })
    .where('booking_id', '=', id)
    .execute();
  const order = await db
    .selectFrom('refund_orders')
    .selectAll()
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow();
  await Promise.all([1, 2, 3].map(() => payRefund(ctx, order)));
  expect(
    (await db.selectFrom('refund_orders').select('status').where('id', '=', order.id).execute())[0]?.status,
  ).toBe('failed');
  expect([await eventsOf(placed.code, 'refund_failed'), await failedMails(placed.code)]).toEqual([1, 1]);
});

/** Another channel sells the nights of every price that hosts store, in the moment before they are booked. */
async function whileSoldElsewhere<Result>(act: () => Promise<Result>): Promise<Result> {
  await pool.query(`create or replace function sell_elsewhere() returns trigger language plpgsql as $$ begin
      insert into occupied_nights (source_id, property_id, kind, nights)
      values (gen_random_uuid(), new.property_id, 'feed_reservation', daterange(new.checkin, new.checkout));
      return new; end $$`);
  await pool.query(
    'create trigger sell_elsewhere after insert on quotes for each row execute function sell_elsewhere()',
  );
  try {
    return await act();
  } finally {
    await pool.query('drop trigger sell_elsewhere on quotes');
  }
}

const stay = { checkin: inDays(60), checkout: inDays(63), guests: 2, pets: 0 };
const guest = { name: 'Bea Roe', email: 'bea@guests.example', phone: '+1 850 555 0111' };
test.each([
  ['a booking by phone with a link', 'bookings', { ...guest, payment: { kind: 'link' } }],
  [
    'a booking by phone that is paid',
    'bookings',
    { ...guest, payment: { kind: 'elsewhere', how: 'Cash', amount: 60_000 } },
  ],
  [
    'an offer that holds its nights',
    'offers',
    { holdNights: true, expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
  ],
])('%s does not take nights that another channel sells at that moment', async (_, path, more) => {
  const { id, slug } = await stays.addProperty();
  const before = (await stays.queuedMail()).length;
  const answer = await whileSoldElsewhere(() => hosts(path, { property: slug, ...stay, ...more }));
  expect(answer).toMatchObject({ http: 409, reason: 'dates_taken', nearest: expect.any(Array) });
  expect(await db.selectFrom('bookings').select('code').where('property_id', '=', id).execute()).toEqual([]);
  expect(await stays.queuedMail()).toHaveLength(before);
  expect((await hosts(path, { property: slug, ...stay, ...more })).http).toBe(201);
});
