import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { BookingsTable } from '../../../db/schema/bookings.ts';
import type { PaymentsTable } from '../../../db/schema/payments.ts';

export type Booking = Selectable<BookingsTable>;
export const bookingById = (db: Db, id: string) =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const findBookingById = (db: Db, id: string) =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst();

/** Everything that changes a booking or its money locks it first. */
export const lockBooking = (tx: Tx, id: string) =>
  tx.selectFrom('bookings').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export const updateBooking = (tx: Tx, id: string, set: Updateable<BookingsTable> & { updated_at: Date }) =>
  tx.updateTable('bookings').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** In minor units. */
export interface Money {
  /** Charges less refunds less lost disputes. */
  paid: number;
  /** Refunds that the provider has not confirmed yet. */
  pending: number;
  /** What the hosts gave back of their own will. */
  waived: number;
  /** What a bank holds while it decides a dispute. */
  disputed: number;
  /** What the guest owes still: nothing once the nights are not theirs any more, or less than a card can be charged. */
  open: number;
}

/** Derived by the view `booking_money`, for single bookings; lists and jobs read the columns of `bookings`. */
export const bookingMoney = (db: Db, bookingId: string): Promise<Money> =>
  db
    .selectFrom('booking_money')
    .select(['paid', 'pending', 'waived', 'disputed', 'open'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();

/** What the guest has paid and is not to get back. */
export const paidLeft = ({ paid, pending }: Money): number => paid - pending;

/** What can be refunded: not what a bank has taken back or holds. */
export const refundable = (money: Money): number => Math.max(0, paidLeft(money) - money.disputed);

/** What the guest has paid more than the stay costs. */
export const overpaid = (total: number, money: Money): number =>
  Math.max(0, paidLeft(money) - Math.max(0, total - money.waived));

export const listPayments = (db: Db, bookingId: string) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export type Payment = Selectable<PaymentsTable>;

/** Whether nothing of a booking was paid in another way than by card. */
export const isPaidByCard = async (db: Db, bookingId: string): Promise<boolean> =>
  (await listPayments(db, bookingId)).every(({ kind, method }) => kind !== 'charge' || method === 'card');

export const paymentByStripeId = (db: Db, stripeId: string) =>
  db.selectFrom('payments').selectAll().where('stripe_id', '=', stripeId).executeTakeFirst();

/** What of each charge went back, by our orders, outside of them, and by lost disputes. */
export async function refundsByCharge(db: Db, bookingId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('payments')
    .select(({ fn }) => ['charge_id', fn.sum<number>('amount_cents').as('amount')])
    .where('booking_id', '=', bookingId)
    .where('kind', 'in', ['refund', 'dispute'])
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

/** With the turnover around stays. What channels close because they read it from us takes no nights. */
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
    ) as is_taken`.execute(tx);
  return rows[0]?.is_taken === false;
}

export const areBankDebitsTaken = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('site_settings').select('takes_bank_debits').executeTakeFirst())?.takes_bank_debits ??
  false;

/** Whether the guest cancelled a stay; hosts choose what goes back of it themselves. */
export const isCancelledByGuest = async (db: Db, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom('booking_events')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('event', '=', 'cancelled')
    .where('actor', '=', 'guest')
    .executeTakeFirst()) !== undefined;

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
