import { expect, test, vi } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { runBookings } from '../run-bookings.server.ts';
import { endUnpaidHold } from './end-unpaid.server.ts';

const stays = await openStaysForFile();
const { db, ctx } = stays;
const { pool } = stays.platform;
const past = () => new Date(Date.now() - 60_000);
const attemptOf = async (code: string) =>
  db
    .selectFrom('payment_attempts')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .selectAll('payment_attempts')
    .where('code', '=', code)
    .orderBy('payment_attempts.created_at', 'desc')
    .executeTakeFirstOrThrow();
const setAttempt = (id: string, values: object) =>
  db.updateTable('payment_attempts').set(values).where('id', '=', id).execute();
const statusOf = async (code: string) => (await stays.stored(code)).status;
const held = async (more: object = {}) => stays.hold((await stays.addProperty(more)).slug);

/** Everything that is recorded about one booking fails. */
async function withBroken(bookingId: string, act: () => Promise<unknown>): Promise<void> {
  await pool.query(`create or replace function reject_booking() returns trigger language plpgsql as $$
    begin if new.booking_id = '${bookingId}' then raise exception 'the row is broken'; end if; return new; end $$`);
  await pool.query(`create trigger reject_booking before insert on booking_events
    for each row execute function reject_booking()`);
  await act().finally(() => pool.query('drop trigger reject_booking on booking_events'));
}

/** What the job does about a booking, and the status that it then has. */
const due: [string, () => Promise<{ code: string }>, (code: string) => Promise<unknown>, unknown][] = [
  [
    'a hold whose time is over',
    async () => {
      const placed = await held();
      await stays.set(placed.code, { hold_expires_at: past() });
      return placed;
    },
    statusOf,
    'expired',
  ],
  [
    'a request without an answer',
    async () => {
      const placed = await held({ booking_mode: 'request' });
      await stays.set(placed.code, { hold_expires_at: past() });
      return placed;
    },
    statusOf,
    'expired',
  ],
  [
    'a payment whose event was lost',
    async () => stays.holdPaid((await stays.addProperty()).slug),
    statusOf,
    'confirmed',
  ],
  [
    'a balance whose day has come',
    async () => {
      const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
      const placed = await stays.confirmed(slug, { plan: 'deposit' });
      await stays.set(placed.code, { balance_due_on: inDays(-1) });
      return placed;
    },
    (code) => stays.ledger(code),
    ['charge 18000', 'charge 42000'],
  ],
  [
    'a refund that could not be paid',
    async () => {
      const placed = await stays.confirmed((await stays.addProperty()).slug);
      await stays.faults({ apiStatus: 500 });
      await stays.act(placed, 'cancel', { refund: 0 });
      const { id } = await stays.stored(placed.code);
      const payment = await db
        .selectFrom('payments')
        .select('stripe_id')
        .where('booking_id', '=', id)
        .executeTakeFirstOrThrow();
      await stays.faults({ apiStatus: null });
      await db
        .insertInto('refund_orders')
        .values({
          id: newId(),
          booking_id: id,
          payment_id: payment.stripe_id ?? '',
          amount_cents: 60_000,
          kind: 'hosts',
          cause: 'hosts:test',
          reason: 'Noise',
          created_at: new Date(),
        })
        .execute();
      return placed;
    },
    (code) => stays.ledger(code),
    ['charge 60000', 'refund 60000'],
  ],
];

test.each(due)(
  '%s is settled by the job although another of its kind is broken, which is settled later',
  async (_, make, read, after) => {
    const error = vi.spyOn(ctx.log, 'error').mockImplementation(() => {});
    const [broken, fine] = [await make(), await make()];
    const before = await read(broken.code);
    await withBroken((await stays.stored(broken.code)).id, () => stays.run());
    expect(await read(broken.code)).toEqual(before);
    expect(await read(fine.code)).toEqual(after);
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ err: expect.any(Error) }),
      'reconcile failed',
    );
    await stays.run();
    expect(await read(broken.code)).toEqual(after);
  },
);

test('a job that is to end changes nothing more', async () => {
  const placed = await held();
  await stays.set(placed.code, { hold_expires_at: past() });
  await runBookings(ctx, AbortSignal.abort());
  expect(await statusOf(placed.code)).toBe('held');
  await runBookings(ctx);
  expect(await statusOf(placed.code)).toBe('expired');
});

test('a page that may exist is closed before its hold is let go, so that free nights are not paid', async () => {
  const placed = await held();
  const session = stays.sessionOf(placed.checkoutUrl);
  const { id } = await attemptOf(placed.code);
  // The attempt now looks as a crash between the call and its response leaves it.
  await setAttempt(id, { status: 'pending', stripe_id: null, url: null });
  expect((await stays.act(placed, 'release')).status).toBe(200);
  expect((await stays.stripe.checkout.sessions.retrieve(session)).status).toBe('expired');
});

test('a hold that was made longer in the meantime is not let go by a job that read its old time', async () => {
  const placed = await held();
  const { id } = await stays.stored(placed.code);
  expect(await endUnpaidHold(ctx, id, 'expired', 'system')).toBe('held');
  expect((await attemptOf(placed.code)).status).toBe('open');
});

test('an event about an unknown session, or one of another shop, is taken and changes nothing', async () => {
  const rows = async () => (await db.selectFrom('payments').select('id').execute()).length;
  const before = await rows();
  const session = await stays.stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://localhost:9/x',
    metadata: { attemptId: 'not-ours', bookingId: newId() },
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Other' } } },
    ],
  });
  await stays.step(session.id, 'complete');
  const events = (await stays.events()).filter(({ data }) => JSON.stringify(data).includes(session.id));
  expect(events.length).toBeGreaterThan(0);
  for (const event of events) expect((await stays.deliver(event)).status).toBe(200);
  expect(await rows()).toBe(before);
});

test('a session that names an attempt without being its session confirms nothing', async () => {
  const placed = await held();
  const { id } = await attemptOf(placed.code);
  await setAttempt(id, { status: 'pending', stripe_id: null, url: null });
  const session = await stays.stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://localhost:9/x',
    client_reference_id: newId(),
    metadata: { attemptId: id },
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 60_000, product_data: { name: 'Trick' } } },
    ],
  });
  await stays.step(session.id, 'complete');
  for (const event of (await stays.events()).filter(({ data }) => JSON.stringify(data).includes(session.id)))
    expect((await stays.deliver(event)).status).toBe(200);
  expect(await statusOf(placed.code)).toBe('held');
  expect(await stays.ledger(placed.code)).toEqual([]);
});

test('while the provider is down a trip is shown as our ledger has it, and nothing is reported as failed', async () => {
  const placed = await stays.holdPaid((await stays.addProperty()).slug);
  await stays.faults({ apiStatus: 500 });
  expect(await stays.read(placed)).toMatchObject({ status: 'held', paid: 0, can: ['pay', 'release'] });
  await stays.faults({ apiStatus: null });
  expect(await stays.readConfirmed(placed)).toMatchObject({ paid: 60_000 });
});

test('a balance that is requested by mail waits while its payment is pending at a bank', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed: Placed = await stays.confirmed(slug, { plan: 'deposit' });
  await stays.set(placed.code, { stripe_payment_method_id: null });
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete', { unpaid: true });
  await stays.run();
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect((await stays.stored(placed.code)).balance_declines).toBe(0);
  await stays.step(stays.sessionOf(url), 'async_succeed');
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
});

test('a charge that the provider does not know any more counts as declined, and is tried again later', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  const { id } = await stays.stored(placed.code);
  await db
    .insertInto('payment_attempts')
    .values({
      id: newId(),
      booking_id: id,
      purpose: 'balance',
      kind: 'stored_card',
      status: 'open',
      amount_cents: 42_000,
      currency: 'usd',
      stripe_id: 'pi_lost',
      description: 'Balance',
      expires_at: new Date(Date.now() + 86_400_000),
      created_at: new Date(),
    })
    .execute();
  await stays.run();
  expect(await stays.stored(placed.code)).toMatchObject({ status: 'confirmed', balance_declines: 1 });
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000']);
});

test('a stay that is confirmed is never let go', async () => {
  const { id: property_id } = await stays.addProperty();
  const { id } = await addBooking(db, { property_id, checkin: inDays(60), checkout: inDays(63) });
  for (const to of ['released', 'expired'] as const)
    expect(await endUnpaidHold(ctx, id, to, 'guest')).toBe('confirmed');
});
