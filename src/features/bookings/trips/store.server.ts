import type { Db } from '../../../db/client.server.ts';

export const bookingByCode = (db: Db, code: string) =>
  db.selectFrom('bookings').selectAll().where('code', '=', code).executeTakeFirst();

export const isBoundBrowser = async (db: Db, bookingId: string, browserHash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('booking_browsers')
    .select('booking_id')
    .where('booking_id', '=', bookingId)
    .where('browser_hash', '=', browserHash)
    .executeTakeFirst()) !== undefined;

export const addBoundBrowser = (db: Db, bookingId: string, browserHash: Buffer) =>
  db
    .insertInto('booking_browsers')
    .values({ booking_id: bookingId, browser_hash: browserHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const deleteBoundBrowsers = (db: Db, bookingId: string) =>
  db.deleteFrom('booking_browsers').where('booking_id', '=', bookingId).execute();

const summaries = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .select(['bookings.id', 'property_id', 'code', 'status', 'checkin', 'checkout', 'pets', 'plan'])
    .select(['bookings.guests', 'total_cents', 'currency', 'hold_expires_at'])
    .select(['properties.slug', 'properties.title'])
    .select(['name', 'bookings.email', 'phone', 'note', 'source', 'confirmed_at', 'bookings.created_at'])
    .select(['balance_due_on', 'cancelled_at'])
    .select('paid_cents as paid');

export type BookingSummary = Awaited<ReturnType<typeof bookingsOfEmail>>[number];

/** The newest stay first. */
export const bookingsOfEmail = (db: Db, email: string) =>
  summaries(db)
    .where('bookings.email', '=', email)
    .orderBy('checkin', 'desc')
    .orderBy('code')
    .limit(500)
    .execute();

export const bookingEvents = (db: Db, bookingId: string) =>
  db
    .selectFrom('booking_events')
    .select(['event', 'actor', 'details', 'created_at'])
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute();

/** @param now the first time alone counts */
export const setEmailConfirmed = (db: Db, id: string, now: Date) =>
  db
    .updateTable('bookings')
    .set({ email_confirmed_at: now })
    .where('id', '=', id)
    .where('email_confirmed_at', 'is', null)
    .execute();
