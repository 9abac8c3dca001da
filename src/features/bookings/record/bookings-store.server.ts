import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { BookingsTable } from '../../../db/schema/bookings.ts';
import { touchesDays } from '../calendar/store.server.ts';
import { isArrivalWithheld } from './access-mails-store.server.ts';

export type Booking = Selectable<BookingsTable>;

export const bookingById = (db: Db, id: string) =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

export const findBookingById = (db: Db, id: string) =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks a booking; call it before every change of the booking or its money. */
export const lockBooking = (tx: Tx, id: string) =>
  tx.selectFrom('bookings').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

/** The version of a booking's key; in a transaction, a renewal waits until it ends. */
export const sharedKey = (db: Db, id: string) =>
  db
    .selectFrom('bookings')
    .select(['id', 'key_version'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow();

type BookingColumns = Omit<Updateable<BookingsTable>, 'status'> & { updated_at: Date };

/** Updates everything but the status, which only `changeBooking` changes. */
export const updateBooking = (tx: Tx, id: string, set: BookingColumns): Promise<Booking> =>
  write(tx, id, set);

/** Writes a status for `changeBooking`, which checks the transition. */
export const writeStatus = (
  tx: Tx,
  id: string,
  set: BookingColumns & { status: BookingsTable['status'] },
): Promise<Booking> => write(tx, id, set);

const write = (tx: Tx, id: string, set: Updateable<BookingsTable>) =>
  tx.updateTable('bookings').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Whether a booking's nights are free, turnover included. Nights that a channel closes as an echo of ours count as free. */
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

/** Whether hosts approved the booking or made it themselves: they have checked the calendars of other channels. */
export async function isAcceptedByHosts(db: Db, { id, source }: Booking): Promise<boolean> {
  if (source === 'hosts' || source === 'offer') return true;
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

export const bookingByCode = (db: Db, code: string) =>
  db.selectFrom('bookings').selectAll().where('code', '=', code).executeTakeFirst();

/** The state of a booking that was just placed, as it is stored now. */
export const placedState = (db: Db, id: string) =>
  db
    .selectFrom('bookings')
    .select(['code', 'status', 'hold_expires_at as holdExpiresAt', 'key_version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const summaries = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .select(['code', 'status', 'property_id as propertyId', 'properties.slug', 'properties.title'])
    .select(['checkin', 'checkout', 'bookings.guests', 'pets', 'total_cents as total', 'currency'])
    .select(['confirmed_at as confirmedAt', 'hold_expires_at as holdExpiresAt'])
    .select(['name', 'bookings.email', 'phone', 'note', 'arrival_details as arrivalDetails'])
    .select(['due_now_cents as dueNow', 'paid_cents as paid', 'bookings.created_at as bookedAt']);

export type BookingSummary = Awaited<ReturnType<typeof bookingsOfEmail>>[number];

/** The newest stay first. */
export const bookingsOfEmail = (db: Db, email: string) =>
  summaries(db)
    .where('bookings.email', '=', email)
    .orderBy('checkin', 'desc')
    .orderBy('code')
    .limit(500)
    .execute();

/** The current holds of a browser, newest first. */
export const liveHoldsOfBrowser = (db: Db, browserHash: Buffer, now: Date) =>
  summaries(db)
    .where('browser_hash', '=', browserHash)
    .where('status', '=', 'held')
    .where('hold_expires_at', '>', now)
    .orderBy('bookings.created_at', 'desc')
    .limit(20)
    .execute();

/** Records when the mailed link was first opened. */
export const setEmailConfirmed = (db: Db, id: string, now: Date) =>
  db
    .updateTable('bookings')
    .set({ email_confirmed_at: now })
    .where('id', '=', id)
    .where('email_confirmed_at', 'is', null)
    .execute();

/** Inserts a booking, after concurrent ones of the same nights. @returns false where its nights are taken */
export async function insertBooking(tx: Tx, row: Insertable<BookingsTable>): Promise<boolean> {
  const added = await tx
    .insertInto('bookings')
    .values(row)
    .onConflict((conflict) => conflict.constraint('bookings_one_guest').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export const bookingByIdempotencyKey = (db: Db, key: string) =>
  db.selectFrom('bookings').selectAll().where('idempotency_key', '=', key).executeTakeFirst();

/** Confirmed stays in these days whose guests still need the mail about access, of homes that have such details. */
export const arrivingBookings = (db: Db, { from, until }: { from: string; until: string }) =>
  db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .select('bookings.id')
    .where((row) =>
      row.or([row('street_address', '<>', ''), row('access_notes', '<>', ''), row('access_code', '<>', '')]),
    )
    .where('status', '=', 'confirmed')
    .where('arrival_sent_at', 'is', null)
    .where('email', '<>', '')
    .where(({ not }) => not(isArrivalWithheld))
    .where(touchesDays(from, until))
    .limit(200)
    .execute();
