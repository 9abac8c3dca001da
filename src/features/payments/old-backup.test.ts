import type Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { deleteFromLedger } from '../../../test/ledger.ts';
import { openStaysForFile, type Placed } from '../../../test/paid-stays.ts';
import { newId } from '../../shared/uuid.server.ts';
import { reconcilePayments } from './reconcile-payments.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
const dayMs = 86_400_000;

const inDaysFromNow = (days: number) => ({ ...stays.ctx, now: () => new Date(Date.now() + days * dayMs) });
const pauses = () => db.selectFrom('payment_pause').selectAll().execute();

/** Books $600.00, of which the policy gives half back. */
async function booked(): Promise<Placed> {
  const placed = await stays.confirmed((await stays.addProperty()).slug, {}, 300);
  await stays.setPolicy(placed.code, 50, { name: 'P' });
  return placed;
}

/** Brings the ledger back to before a refund, as the restore of a backup does. */
async function restore(placed: Placed, columns: object): Promise<void> {
  const { id } = await stays.stored(placed.code);
  await deleteFromLedger(db, id, 'refund');
  await db.deleteFrom('refund_orders').where('booking_id', '=', id).execute();
  for (const table of ['webhook_events', 'provider_event_sync'] as const)
    await db.deleteFrom(table).execute();
  await stays.set(placed.code, columns);
}

async function cancelledBeforeRestore(): Promise<Placed> {
  const placed = await booked();
  const { id: _, ...columns } = await stays.stored(placed.code);
  expect((await stays.act(placed, 'cancel', { refund: 30_000 })).status).toBe(200);
  await restore(placed, columns);
  return placed;
}

async function paymentOf({ code }: Placed): Promise<string> {
  const { id } = await stays.stored(code);
  const charges = db.selectFrom('payments').select('stripe_id').where('kind', '=', 'charge');
  return String((await charges.where('booking_id', '=', id).executeTakeFirstOrThrow()).stripe_id);
}

async function refundsAtProvider(placed: Placed): Promise<number[]> {
  const { data } = await stays.stripe.refunds.list({ payment_intent: await paymentOf(placed) });
  return data.map(({ amount }) => amount);
}

const silent = () => {
  for (const level of ['warn', 'error'] as const) vi.spyOn(stays.ctx.log, level).mockImplementation(() => {});
};

test('after the restore of a backup older than the provider’s events its lists are settled, and nothing is refunded twice', async () => {
  silent();
  const since = new Date(Date.now() - 1_000);
  const placed = await cancelledBeforeRestore();
  const other = await booked();
  const { id } = await stays.provider<Stripe.Dispute>(
    'POST',
    `/stripe/test/payments/${await paymentOf(other)}/dispute`,
    { reason: 'fraudulent' },
  );
  await stays.provider('POST', `/stripe/test/disputes/${id}/close`, { status: 'lost' });
  await db.insertInto('payment_pause').values({ since, notified_at: null }).execute();
  expect((await stays.act(placed, 'cancel', { refund: 30_000 })).status).toBe(503);
  await reconcilePayments(inDaysFromNow(45));
  expect(await pauses()).toEqual([]);
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 30000']);
  expect(await stays.ledger(other.code)).toEqual(['charge 60000', 'dispute 60000']);
  const headers = { 'X-Booking-Key': placed.key };
  const figure = await stays.request('GET', `/api/bookings/${placed.code}/cancellation`, { headers });
  expect(await figure.json()).toMatchObject({
    refund: 0,
    why: expect.stringContaining('$300.00 of this stay went back before, and counts towards it.'),
  });
  expect((await stays.act(placed, 'cancel', { refund: 30_000 })).status).toBe(409);
  expect((await stays.act(placed, 'cancel', { refund: 0 })).status).toBe(200);
  expect(await refundsAtProvider(placed)).toEqual([30_000]);
});

test('the pause after the restore of such a backup lasts while the provider does not list its refunds', async () => {
  silent();
  const placed = await booked();
  const since = new Date();
  await db.insertInto('payment_pause').values({ since, notified_at: null }).execute();
  const list = vi.spyOn(stays.stripe.refunds, 'list');
  list.mockImplementation((() => Promise.reject(new Error('no response'))) as never);
  await reconcilePayments(inDaysFromNow(45));
  expect(await pauses()).toHaveLength(1);
  expect((await stays.act(placed, 'cancel', { refund: 30_000 })).status).toBe(503);
  list.mockRestore();
  await reconcilePayments(inDaysFromNow(45));
  expect(await pauses()).toEqual([]);
});

test.each([
  ['the whole refund', 30_000, ['charge 60000', 'refund 30000'], [30_000]],
  ['a part of it', 12_000, ['charge 60000', 'refund 12000', 'refund 18000'], [18_000, 12_000]],
  ['more than it', 45_000, ['charge 60000', 'refund 45000'], [45_000]],
])(
  'a refund first checks with the provider: an order that a restore lost has already refunded %s',
  async (_, amount, ledger, atProvider) => {
    silent();
    const placed = await booked();
    const { id } = await stays.stored(placed.code);
    const refundId = newId();
    await stays.stripe.refunds.create({
      payment_intent: await paymentOf(placed),
      amount,
      metadata: { bookingId: id, refundId },
    });
    expect((await stays.act(placed, 'cancel', { refund: 30_000 })).status).toBe(200);
    await stays.run();
    expect(await stays.ledger(placed.code)).toEqual(ledger);
    expect(await refundsAtProvider(placed)).toEqual(atProvider);
    const orders = db.selectFrom('refund_orders').select(['status', 'amount_cents']);
    const rows = await orders.where('booking_id', '=', id).execute();
    expect(rows.every(({ status }) => status === 'done')).toBe(true);
    expect(rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(Math.max(amount, 30_000));
    expect(await stays.subjects(placed.code, 'hosts')).toContainEqual(
      expect.stringContaining('Refund from before a restore'),
    );
  },
);
