import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import type { BookingStatus } from '../../../db/schema/bookings.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { minChargeCents } from '../pricing/min-charge.ts';
import { bookingMoney, correctPayment, listPayments } from './payments-store.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
const home = await stays.addProperty();

const statuses = ['held', 'requested', 'confirmed', 'expired', 'released', 'declined', 'cancelled'] as const;
const cents = fc.integer({ min: 1, max: 400 });
const step = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), kind: fc.constantFrom('charge', 'refund', 'dispute'), cents }),
  fc.record({
    do: fc.constant('order' as const),
    kind: fc.constantFrom('hosts', 'hosts', 'move', 'cancellation', 'too_late', 'excess'),
    cents,
    part: fc.integer({ min: 0, max: 100 }),
  }),
  fc.record({
    do: fc.constant('settle' as const),
    status: fc.constantFrom('done', 'failed'),
    which: fc.nat(),
  }),
  fc.record({ do: fc.constant('correct' as const), which: fc.nat(), cents: fc.constantFrom(0, 30) }),
  fc.record({ do: fc.constant('price' as const), total: fc.integer({ min: 0, max: 900 }) }),
  fc.record({ do: fc.constant('status' as const), status: fc.constantFrom(...statuses) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface Order {
  id: string;
  kind: string;
  cents: number;
  overpaid: number;
  status: string;
}

/** What was done to one booking, and what its money is by that. */
class Model {
  status: BookingStatus = 'confirmed';
  total = 600;
  rows: { id: string; kind: string; cents: number }[] = [];
  orders: Order[] = [];

  expected() {
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
    const paid = sum(this.rows.map((row) => (row.kind === 'charge' ? row.cents : -row.cents)));
    const pending = sum(this.orders.filter((one) => one.status === 'pending').map((one) => one.cents));
    const gifts = this.orders.filter((one) => one.kind === 'hosts' && one.status !== 'failed');
    const waived = sum(gifts.map((one) => one.cents - one.overpaid));
    const rest = this.total - waived - paid + pending;
    const isTheirs = ['held', 'requested', 'confirmed'].includes(this.status);
    return { paid, pending, waived, open: isTheirs && rest >= minChargeCents ? rest : 0 };
  }
}

async function act(model: Model, bookingId: string, made: Step): Promise<void> {
  const id = newId();
  if (made.do === 'pay') {
    model.rows.push({ id, kind: made.kind, cents: made.cents });
    const kind = made.kind as 'charge';
    const row = { id, booking_id: bookingId, kind, amount_cents: made.cents, stripe_id: id };
    await db.insertInto('payments').values(row).execute();
  }
  if (made.do === 'order') {
    const overpaid = Math.floor((made.cents * made.part) / 100);
    model.orders.push({ id, kind: made.kind, cents: made.cents, overpaid, status: 'pending' });
    const kind = made.kind as 'hosts';
    const row = { id, booking_id: bookingId, payment_id: 'pi', cause: id, kind };
    await db
      .insertInto('refund_orders')
      .values({ ...row, amount_cents: made.cents, overpaid_cents: overpaid })
      .execute();
  }
  if (made.do === 'settle') {
    const order = model.orders[made.which % Math.max(1, model.orders.length)];
    if (!order) return;
    order.status = made.status;
    const status = made.status as 'done';
    await db.updateTable('refund_orders').set({ status }).where('id', '=', order.id).execute();
  }
  if (made.do === 'correct') {
    const returned = model.rows.filter(({ kind }) => kind !== 'charge');
    const row = returned[made.which % Math.max(1, returned.length)];
    if (!row) return;
    row.cents = made.cents;
    const correction = { amountCents: made.cents, reason: '', now: new Date() };
    await db.transaction().execute((tx) => correctPayment(tx, row.id, correction));
  }
  if (made.do === 'price') model.total = made.total;
  if (made.do === 'status') model.status = made.status;
  if (made.do === 'price' || made.do === 'status')
    await db
      .updateTable('bookings')
      .set({ total_cents: model.total, due_now_cents: 0, status: model.status })
      .where('id', '=', bookingId)
      .execute();
}

const hold = { status: 'confirmed' as const, total_cents: 600, due_now_cents: 0 };
const later = new Date(Date.now() + 3_600_000);

test('after any charges, refunds, orders, losses and moves the stored columns equal what the view derives', async () => {
  let day = 10;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      day += 5;
      const span = { checkin: inDays(day), checkout: inDays(day + 3), property_id: home.id };
      const { id } = await addBooking(db, { ...span, ...hold, hold_expires_at: later });
      const model = new Model();
      for (const one of steps) await act(model, id, one);
      expect(await bookingMoney(db, id)).toMatchObject(model.expected());
      const stored = await db
        .selectFrom('bookings')
        .select(['paid_cents as paid', 'pending_cents as pending', 'waived_cents as waived'])
        .select('open_cents as open')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(stored).toEqual(model.expected());
      const standing = (await listPayments(db, id)).map((row) => `${row.kind} ${row.amount_cents}`);
      const rows = model.rows.filter(({ cents }) => cents !== 0);
      expect(standing.toSorted()).toEqual(rows.map((row) => `${row.kind} ${row.cents}`).toSorted());
    }),
    { numRuns: 60 },
  );
});

test('payments of one booking that commit at the same time are both in its stored sum', async () => {
  const { id } = await addBooking(db, {
    checkin: inDays(700),
    checkout: inDays(703),
    property_id: home.id,
    ...hold,
  });
  const insert = (amount_cents: number) =>
    db.transaction().execute(async (tx) => {
      const row = { booking_id: id, kind: 'charge' as const, amount_cents, stripe_id: newId() };
      await tx.insertInto('payments').values(row).execute();
    });
  await Promise.all([100, 20, 3].map(insert));
  const { paid_cents } = await db
    .selectFrom('bookings')
    .select('paid_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(paid_cents).toBe(123);
});

test('rows that are loaded with triggers off for the session still have the stored sums', async () => {
  const { id } = await addBooking(db, {
    checkin: inDays(710),
    checkout: inDays(713),
    property_id: home.id,
    ...hold,
  });
  const client = await stays.platform.pool.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into payments (booking_id, kind, amount_cents, stripe_id) values ($1, 'charge', 100, 'pi_bulk')`,
    [id],
  );
  await client.query('set session_replication_role = origin');
  client.release();
  const { open_cents } = await db
    .selectFrom('bookings')
    .select('open_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(open_cents).toBe(500);
});

test('a card is never charged less than the view counts as open', async () => {
  const { rows } = await stays.platform.pool.query<{ less: string; least: string }>(
    `select booking_open_cents('confirmed', $1, 0, 0, 0) as less, booking_open_cents('confirmed', $2, 0, 0, 0) as least`,
    [minChargeCents - 1, minChargeCents],
  );
  expect(rows.map(({ less, least }) => [Number(less), Number(least)])).toEqual([[0, minChargeCents]]);
});
