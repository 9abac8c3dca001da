import type Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { deleteFromLedger } from '../../../../test/ledger.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { createDb, createPool } from '../../../db/client.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.server.ts';

const stays = await openStaysForFile();
const { db, ctx } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));

/** A deposit of $180 for $600, whose balance is due. */
async function withBalanceDue(): Promise<Placed> {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' }, 90);
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  return placed;
}

const moneyTables = ['payments', 'payment_attempts', 'refund_orders'] as const;

/** Backs up the money of a booking. @returns a function that restores it */
async function backUp({ code }: Placed): Promise<() => Promise<void>> {
  const booking = await stays.stored(code);
  const rows = await Promise.all(
    moneyTables.map((table) =>
      db.selectFrom(table).selectAll().where('booking_id', '=', booking.id).execute(),
    ),
  );
  return async () => {
    for (const [index, table] of moneyTables.entries()) {
      if (table === 'payments') await deleteFromLedger(db, booking.id);
      else await db.deleteFrom(table).where('booking_id', '=', booking.id).execute();
      const values = rows[index] ?? [];
      if (values.length > 0)
        await db
          .insertInto(table)
          .values(values as never)
          .execute();
    }
    const { id: _, ...columns } = booking;
    await stays.set(code, columns);
  };
}

/** What the provider has of a booking, in the order in which it came. */
async function atProvider({ code }: Placed): Promise<string[]> {
  const { id } = await stays.stored(code);
  const { data: intents } = await stays.stripe.paymentIntents.list({ limit: 100 });
  const { data: refunds } = await stays.stripe.refunds.list({ limit: 100 });
  const ours = ({ metadata }: { metadata: Stripe.Metadata | null }) => metadata?.bookingId === id;
  return [
    ...intents
      .filter(ours)
      .map(({ amount }) => `charge ${amount}`)
      .reverse(),
    ...refunds
      .filter(ours)
      .map(({ amount }) => `refund ${amount}`)
      .reverse(),
  ];
}

const refund = ({ code }: Placed, amount: number) =>
  host.request('POST', `/api/admin/bookings/${code}/refund`, {
    json: { amount, reason: 'Pool was cold' },
    headers: { 'Idempotency-Key': newId() },
  });

const hostsMails = async (subject: string) =>
  (await stays.queuedMail()).filter((mail) => mail.subject.startsWith(subject));

const pause = (since = new Date(Date.now() - 3_600_000)) =>
  db.insertInto('payment_pause').values({ since, notified_at: null }).execute();

test('a balance that was charged after the backup is adopted, and not charged again', async () => {
  const placed = await withBalanceDue();
  const restore = await backUp(placed);
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
  await restore();
  await stays.run();
  await stays.run();
  expect(await atProvider(placed)).toEqual(['charge 18000', 'charge 42000']);
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
});

test('a balance that the guest paid on a page after the backup is adopted, and not charged again', async () => {
  const placed = await withBalanceDue();
  const restore = await backUp(placed);
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await expect.poll(() => stays.read(placed)).toMatchObject({ due: 0 });
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
  await restore();
  await stays.run();
  expect(await atProvider(placed)).toEqual(['charge 18000', 'charge 42000']);
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
});

test('a charge that was waiting in the backup is dropped when the balance was paid in another way since', async () => {
  const placed = await withBalanceDue();
  await stays.faults({ apiStatus: 429 });
  await stays.run();
  await stays.faults({ apiStatus: null });
  const { id } = await stays.stored(placed.code);
  await db
    .deleteFrom('payment_attempts')
    .where('booking_id', '=', id)
    .where('kind', '=', 'stored_card')
    .execute();
  const waiting = {
    id: newId(),
    booking_id: id,
    purpose: 'balance' as const,
    kind: 'stored_card' as const,
    status: 'pending' as const,
    amount_cents: 42_000,
    currency: 'usd',
    description: 'Balance',
    expires_at: new Date(),
  };
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await db
    .deleteFrom('payment_attempts')
    .where('booking_id', '=', id)
    .where('purpose', '=', 'balance')
    .execute();
  await db.insertInto('payment_attempts').values(waiting).execute();
  await stays.run();
  await stays.run();
  expect(await atProvider(placed)).toEqual(['charge 18000', 'charge 42000']);
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
});

test('a refund whose response was lost is found at the provider after its key is gone', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  expect((await refund(placed, 20_000)).status).toBe(200);
  const { id } = await stays.stored(placed.code);
  await deleteFromLedger(db, id, 'refund');
  await db
    .updateTable('refund_orders')
    .set({ status: 'pending', created_at: new Date(Date.now() - 26 * 3_600_000) })
    .where('booking_id', '=', id)
    .execute();
  const create = stays.stripe.refunds.create.bind(stays.stripe.refunds);
  const withNewKey = (params: Stripe.RefundCreateParams) => create(params, { idempotencyKey: newId() });
  vi.spyOn(stays.stripe.refunds, 'create').mockImplementation(withNewKey as never);
  await stays.run();
  await stays.run();
  expect(await atProvider(placed)).toEqual(['charge 60000', 'refund 20000']);
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 20000']);
});

test('a payment of a booking that is not in the ledger is logged and mailed to the hosts once', async () => {
  const placed = await stays.hold((await stays.addProperty()).slug);
  const { id } = await stays.stored(placed.code);
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  const events = (await stays.events()).slice(-2);
  expect(events.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'checkout.session.completed']);
  await db.deleteFrom('bookings').where('id', '=', id).execute();
  const error = vi.spyOn(ctx.log, 'error').mockImplementation(() => {});
  for (const event of [...events, ...events]) expect((await stays.deliver(event)).status).toBe(200);
  await reconcilePayments(ctx);
  expect(error).toHaveBeenCalledTimes(1);
  const [details, message] = error.mock.calls[0] as unknown as [object, string];
  expect(message).toBe('a payment is of a booking that is not in the ledger');
  expect(JSON.stringify(details)).not.toMatch(/@|sk_|secret/);
  const mails = await hostsMails('A payment without its booking');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('$600.00');
  expect(mails[0]?.text).toContain(placed.code);
  expect(mails[0]?.to.address).toBe(stays.platform.settings.hostsEmail);
  const today = async () => (await host.request('GET', '/api/admin/today')).json();
  expect((await today()).unknownPayments).toEqual([
    expect.objectContaining({ code: placed.code, amount: 60_000 }),
  ]);
  const [payment] = events.map(({ data }) => (data.object as Stripe.PaymentIntent).id);
  await stays.stripe.refunds.create({ payment_intent: payment ?? '' });
  await reconcilePayments(ctx);
  expect((await today()).unknownPayments).toEqual([]);
});

test('while payments are paused nothing is charged or refunded, and hosts and guests get a message to wait', async () => {
  const placed = await withBalanceDue();
  const other = await stays.confirmed((await stays.addProperty()).slug);
  const { id } = await stays.stored(other.code);
  await pause();
  await db
    .insertInto('refund_orders')
    .values({
      id: newId(),
      booking_id: id,
      payment_id:
        (
          await db
            .selectFrom('payments')
            .select('stripe_id')
            .where('booking_id', '=', id)
            .executeTakeFirstOrThrow()
        ).stripe_id ?? '',
      amount_cents: 10_000,
      cause: 'hosts:before',
      kind: 'hosts',
    })
    .execute();
  vi.spyOn(ctx.log, 'warn').mockImplementation(() => {});
  await stays.run();
  expect(await atProvider(placed)).toEqual(['charge 18000']);
  expect(await atProvider(other)).toEqual(['charge 60000']);
  for (const response of [
    await refund(other, 5_000),
    await stays.act(placed, 'checkout'),
    await stays.act(other, 'cancel', { refund: 60_000 }),
  ]) {
    expect(response.status).toBe(503);
    expect((await response.json()).message).toContain('checking our books');
  }
  const today = async () => (await host.request('GET', '/api/admin/today')).json();
  expect((await today()).paymentsPausedSince).toEqual(expect.any(String));
  await reconcilePayments(ctx);
  await stays.run();
  expect((await today()).paymentsPausedSince).toBeNull();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
  expect(await stays.ledger(other.code)).toEqual(['charge 60000', 'refund 10000']);
});

test('the pause lasts while the provider is away, and hosts get one mail about it', async () => {
  const placed = await withBalanceDue();
  await pause();
  vi.spyOn(ctx.log, 'warn').mockImplementation(() => {});
  const error = vi.spyOn(ctx.log, 'error').mockImplementation(() => {});
  await stays.faults({ apiStatus: 500 });
  await reconcilePayments(ctx);
  await reconcilePayments(ctx);
  await stays.faults({ apiStatus: null });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000']);
  expect(error).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('payments are paused'));
  expect(await hostsMails('Payments wait')).toHaveLength(1);
  await reconcilePayments(ctx);
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
});

test('the pause lasts while the database cannot apply an event, which is applied later', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  await reconcilePayments(ctx);
  const { id } = await stays.stored(placed.code);
  const { stripe_id: paymentId } = await db
    .selectFrom('payments')
    .select('stripe_id')
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow();
  await stays.stripe.refunds.create({ payment_intent: paymentId ?? '', amount: 20_000 });
  await pause();
  vi.spyOn(ctx.log, 'warn').mockImplementation(() => {});
  vi.spyOn(ctx.log, 'error').mockImplementation(() => {});
  const pauses = () => db.selectFrom('payment_pause').selectAll().execute();
  const locked = await stays.platform.pool.connect();
  await locked.query('set idle_in_transaction_session_timeout = 0');
  await locked.query('begin');
  await locked.query('select 1 from bookings where id = $1 for update', [id]);
  const pool = createPool(ctx.settings.databaseUrl);
  await reconcilePayments({ ...ctx, pool, db: createDb(pool) });
  await pool.end();
  await locked.query('rollback');
  locked.release(true);
  expect(await pauses()).toHaveLength(1);
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
  const twoHoursLater = () => new Date(Date.now() + 2 * 3_600_000);
  await reconcilePayments({ ...ctx, now: twoHoursLater });
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 20000']);
  expect(await pauses()).toEqual([]);
});

test('a stay that was cancelled and refunded after the backup is not charged, and hosts get a task to check it', async () => {
  const placed = await withBalanceDue();
  const restore = await backUp(placed);
  const cancelled = await host.request('POST', `/api/admin/bookings/${placed.code}/cancel`, {
    json: { refund: 18_000, reason: 'The roof leaks' },
  });
  expect(cancelled.status).toBe(200);
  await restore();
  const error = vi.spyOn(ctx.log, 'error').mockImplementation(() => {});
  const event = (await stays.events()).findLast(({ type }) => type === 'refund.created');
  expect((await stays.deliver(event as Stripe.Event)).status).toBe(200);
  await stays.run();
  expect(error).toHaveBeenCalledWith(
    expect.anything(),
    'a refund was made by an order that is not in the ledger',
  );
  expect(await atProvider(placed)).toEqual(['charge 18000', 'refund 18000']);
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'refund 18000']);
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
  expect((await hostsMails('Refund from before a restore')).map(({ subject }) => subject)).toEqual([
    expect.stringContaining(placed.code),
  ]);
});
