import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type {
  AttemptStatus,
  BookingsTable,
  PaymentAttemptsTable,
  PaymentsTable,
  RefundOrdersTable,
} from '../../../db/schema/bookings.ts';

import { isOwnEcho } from '../calendar/store.server.ts';

export type Booking = Selectable<BookingsTable>;
export type Attempt = Selectable<PaymentAttemptsTable>;
export type RefundOrder = Selectable<RefundOrdersTable>;

export const activeStatuses: readonly AttemptStatus[] = ['pending', 'open', 'processing'];

export const bookingById = (db: Db, id: string) =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Everything that changes a booking or its money locks it first. */
export const lockBooking = (tx: Tx, id: string) =>
  tx.selectFrom('bookings').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export const updateBooking = (tx: Tx, id: string, set: Updateable<BookingsTable> & { updated_at: Date }) =>
  tx.updateTable('bookings').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** In minor units. `pending`: refunds that the provider has not confirmed yet; `waived`: what the hosts gave back of their own will. */
export interface Money {
  charges: number;
  refunds: number;
  pending: number;
  waived: number;
}

/** What the hosts gave back of a booking: a guest never owes it again. */
export const waivedCents = sql<number>`(select coalesce(sum(amount_cents), 0)::bigint from refund_orders
  where refund_orders.booking_id = bookings.id and kind = 'hosts' and status <> 'failed')`;

export async function bookingMoney(db: Db, bookingId: string): Promise<Money> {
  const { rows } = await sql<Money>`select
    coalesce(sum(amount_cents) filter (where kind = 'charge'), 0)::bigint as charges,
    coalesce(sum(amount_cents) filter (where kind = 'refund'), 0)::bigint as refunds,
    (select coalesce(sum(amount_cents), 0)::bigint from refund_orders
      where booking_id = ${bookingId} and status = 'pending') as pending,
    (select ${waivedCents} from bookings where id = ${bookingId}) as waived
    from payments where booking_id = ${bookingId}`.execute(db);
  return rows[0] ?? { charges: 0, refunds: 0, pending: 0, waived: 0 };
}

export const owed = (total: number, money: Money): number => total - money.waived - paidLeft(money);

export const paidLeft = ({ charges, refunds, pending }: Money): number => charges - refunds - pending;

export const listPayments = (db: Db, bookingId: string) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const paymentByStripeId = (db: Db, stripeId: string) =>
  db.selectFrom('payments').selectAll().where('stripe_id', '=', stripeId).executeTakeFirst();

/** What of each charge went back, by our orders and outside of them. */
export async function refundsByCharge(db: Db, bookingId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('payments')
    .select(({ fn }) => ['charge_id', fn.sum<number>('amount_cents').as('amount')])
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'refund')
    .groupBy('charge_id')
    .execute();
  return new Map(rows.map(({ charge_id, amount }) => [charge_id ?? '', Number(amount)]));
}

/** @returns whether it was new to the ledger */
export async function insertPayment(tx: Db, row: Insertable<PaymentsTable>): Promise<boolean> {
  const added = await tx
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.column('stripe_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export const activeAttempt = (db: Db, bookingId: string) =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('status', 'in', activeStatuses)
    .executeTakeFirst();

export const attemptById = (db: Db, id: string) =>
  db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst();

export const attemptByStripeId = (db: Db, stripeId: string) =>
  db.selectFrom('payment_attempts').selectAll().where('stripe_id', '=', stripeId).executeTakeFirst();

export async function countPages(db: Db, bookingId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payment_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('booking_id', '=', bookingId)
    .where('purpose', '=', 'stay')
    .where('stripe_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

export const insertAttempt = (tx: Tx, row: Insertable<PaymentAttemptsTable>) =>
  tx.insertInto('payment_attempts').values(row).returningAll().executeTakeFirstOrThrow();

export const saveAttempt = (db: Db, id: string, made: { stripe_id: string; url: string | null }) =>
  db
    .updateTable('payment_attempts')
    .set((row) => ({
      ...made,
      status: row
        .case()
        .when('status', '=', 'pending')
        .then<AttemptStatus>('open')
        .else(row.ref('status'))
        .end(),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** What is over stays over, but for a payment that came after all. */
export const setAttemptStatus = (tx: Db, id: string, status: AttemptStatus) =>
  tx
    .updateTable('payment_attempts')
    .set({ status })
    .where('id', '=', id)
    .where((row) => row.or([row('status', 'in', activeStatuses), row.val(status === 'paid')]))
    .execute();

export const touchAttempt = (db: Db, id: string, now: Date) =>
  db.updateTable('payment_attempts').set({ checked_at: now }).where('id', '=', id).execute();

/** Active attempts that nobody waits for any more, the longest unchecked first. */
export const uncheckedAttempts = (
  db: Db,
  { pendingBefore, openBefore, limit }: { pendingBefore: Date; openBefore: Date; limit: number },
) =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where((row) =>
      row.or([
        row.and([row('status', '=', 'pending'), row('created_at', '<=', pendingBefore)]),
        row.and([row('status', 'in', ['open', 'processing']), row('created_at', '<=', openBefore)]),
      ]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();

/** Blocks that channels made since within the booking's nights are its own echo: they read those nights from us. */
export async function areNightsFree(tx: Db, booking: Booking): Promise<boolean> {
  const { id, property_id, checkin, checkout, turnover_nights } = booking;
  const { rows } = await sql<{ is_taken: boolean }>`select exists (
      select from bookings where property_id = ${property_id} and id <> ${id}
        and status in ('held', 'requested', 'confirmed')
        and daterange(checkin, checkout + turnover_nights)
          && daterange(${checkin}::date, ${checkout}::date + ${turnover_nights}::int)
    ) or exists (
      select from occupied_nights where property_id = ${property_id} and kind <> 'booking'
        and nights && daterange(${checkin}::date, ${checkout}::date)
        and not ${isOwnEcho(id)}
    ) as is_taken`.execute(tx);
  return rows[0]?.is_taken === false;
}

/** @returns whether the cause is new for this payment */
export async function insertRefundOrder(tx: Db, row: Insertable<RefundOrdersTable>): Promise<boolean> {
  const added = await tx
    .insertInto('refund_orders')
    .values(row)
    .onConflict((conflict) => conflict.columns(['booking_id', 'payment_id', 'cause']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export const refundOrderById = (db: Db, id: string) =>
  db.selectFrom('refund_orders').selectAll().where('id', '=', id).executeTakeFirst();

export const pendingRefundOrders = (db: Db, bookingId?: string) =>
  db
    .selectFrom('refund_orders')
    .selectAll()
    .where('status', '=', 'pending')
    .$if(bookingId !== undefined, (query) => query.where('booking_id', '=', bookingId ?? ''))
    .orderBy('created_at')
    .limit(100)
    .execute();

export const setRefundOrder = (db: Db, id: string, set: Updateable<RefundOrdersTable>) =>
  db.updateTable('refund_orders').set(set).where('id', '=', id).where('status', '=', 'pending').execute();

/** Holds and requests whose time is over. */
export const overdueHolds = (db: Db, now: Date) =>
  db
    .selectFrom('bookings')
    .selectAll()
    .where('status', 'in', ['held', 'requested'])
    .where('hold_expires_at', '<=', now)
    .orderBy('hold_expires_at')
    .limit(200)
    .execute();

export const firstAttemptAt = async (db: Db): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('payment_attempts')
      .select('created_at')
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
  )?.created_at;

export const propertyTitle = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('properties').select('title').where('id', '=', id).executeTakeFirstOrThrow()).title;

/** Confirmed stays that begin in these days and whose guests do not know yet how to get in. */
export const arrivingBookings = (db: Db, { from, until }: { from: string; until: string }) =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'confirmed')
    .where('arrival_sent_at', 'is', null)
    .where('checkin', '<=', until)
    .where('checkout', '>=', from)
    .limit(200)
    .execute();

/** Confirmed stays with an open balance whose day is near or past. */
export const unchargedBookings = (db: Db, dueUntil: string) =>
  db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'confirmed')
    .where('balance_due_on', '<=', dueUntil)
    .where(
      sql<boolean>`total_cents > (select coalesce(sum(case kind when 'charge' then amount_cents else -amount_cents end), 0)
        from payments where booking_id = bookings.id)`,
    )
    .orderBy('balance_due_on')
    .limit(200)
    .execute();

/** A home as its guests' mails show it, unlisted ones, too. */
export const propertyOfBooking = (db: Db, id: string) =>
  db
    .selectFrom('properties')
    .select(['id', 'slug', 'title', 'images', 'check_in_from', 'check_out_until'])
    .select(['street_address', 'access_notes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export const wasOrdered = async (db: Db, bookingId: string, cause: string): Promise<boolean> =>
  (await db
    .selectFrom('refund_orders')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('cause', '=', cause)
    .executeTakeFirst()) !== undefined;
