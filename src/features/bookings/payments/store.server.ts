import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { BookingsTable } from '../../../db/schema/bookings.ts';
import type { PaymentsTable } from '../../../db/schema/payments.ts';

import { isOwnEcho } from '../calendar/store.server.ts';
import { chargeable } from './settlement.ts';

export type Booking = Selectable<BookingsTable>;
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

export const owed = (total: number, money: Money): number =>
  chargeable(total - money.waived - paidLeft(money));

export const paidLeft = ({ charges, refunds, pending }: Money): number => charges - refunds - pending;

export const listPayments = (db: Db, bookingId: string) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Whether nothing of a booking was paid in another way than by card. */
export const isPaidByCard = async (db: Db, bookingId: string): Promise<boolean> =>
  (await listPayments(db, bookingId)).every(({ kind, method }) => kind === 'refund' || method === 'card');

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

/** With the turnover around stays. Blocks that channels made because they read the booking's nights from us are its own echo. */
export async function areNightsFree(tx: Db, booking: Booking): Promise<boolean> {
  const { id, property_id, checkin, checkout, turnover_nights } = booking;
  const { rows } = await sql<{ is_taken: boolean }>`select exists (
      select from bookings where property_id = ${property_id} and id <> ${id}
        and status in ('held', 'requested', 'confirmed')
        and daterange(checkin, checkout + turnover_nights)
          && daterange(${checkin}::date, ${checkout}::date + ${turnover_nights}::int)
    ) or exists (
      select from occupied_nights, cast(${turnover_nights} as int) as turnover
      where property_id = ${property_id} and kind <> 'booking'
        and nights && daterange(${checkin}::date - turnover, ${checkout}::date + turnover)
        and (kind = 'feed_reservation' or nights && daterange(${checkin}::date, ${checkout}::date))
        and not ${isOwnEcho(id)}
    ) as is_taken`.execute(tx);
  return rows[0]?.is_taken === false;
}

/** Hosts who approve a request, or book or offer a stay themselves, have looked at its other calendars. */
export async function isAcceptedByHosts(db: Db, { id, source }: Booking): Promise<boolean> {
  if (source !== 'site') return true;
  const approval = await db
    .selectFrom('booking_events')
    .select('id')
    .where('booking_id', '=', id)
    .where('event', '=', 'approved')
    .executeTakeFirst();
  return approval !== undefined;
}

/** Holds and requests whose time is over; those whose payment a bank still works on come last. */
export const overdueHolds = (db: Db, now: Date) =>
  db
    .selectFrom('bookings')
    .selectAll()
    .where('status', 'in', ['held', 'requested'])
    .where('hold_expires_at', '<=', now)
    .orderBy(
      sql`exists (select from payment_attempts where booking_id = bookings.id and status = 'processing')`,
    )
    .orderBy('hold_expires_at')
    .limit(200)
    .execute();

export const propertyTitle = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('properties').select('title').where('id', '=', id).executeTakeFirstOrThrow()).title;
