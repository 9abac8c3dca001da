import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { OffersTable } from '../../../db/schema/offers.ts';

const offers = (db: Db) =>
  db
    .selectFrom('offers')
    .innerJoin('quotes', 'quotes.id', 'offers.quote_id')
    .innerJoin('properties', 'properties.id', 'quotes.property_id')
    .leftJoin('bookings', 'bookings.id', 'offers.booking_id')
    .select(['offers.id', 'offers.email', 'offers.note', 'offers.nightly_cents', 'offers.holds_nights'])
    .select(['offers.quote_id', 'offers.booking_id', 'offers.inquiry_id as inquiryId'])
    .select(['offers.created_at as createdAt', 'offers.created_by as createdBy'])
    .select(['offers.expires_at as expiresAt', 'offers.withdrawn_at as withdrawnAt'])
    .select(['quotes.property_id', 'quotes.checkin', 'quotes.checkout', 'quotes.guests', 'quotes.pets'])
    .select(['quotes.total_cents', 'quotes.currency', 'properties.slug', 'properties.title'])
    // Later changes of the home do not apply to nights that are held already.
    .select(({ fn }) =>
      fn.coalesce('bookings.turnover_nights', 'properties.turnover_nights').as('turnover_nights'),
    )
    .select(
      sql<{ extraId: string; quantity: number }[]>`jsonb_path_query_array(quotes.price,
        '$.lines[*] ? (@.kind == "extra")')`.as('extra_lines'),
    )
    .select(['bookings.code', 'bookings.status', 'bookings.hold_expires_at', 'bookings.browser_hash'])
    .select('bookings.email as booking_email');

export type OfferRow = NonNullable<Awaited<ReturnType<typeof offerById>>>;

export const offerById = (db: Db, id: string) => offers(db).where('offers.id', '=', id).executeTakeFirst();

export const offerByTokenHash = (db: Db, tokenHash: Buffer) =>
  offers(db).where('offers.token_hash', '=', tokenHash).executeTakeFirst();

/** The newest first. */
export const listOfferRows = (db: Db) =>
  offers(db).orderBy('offers.created_at', 'desc').orderBy('offers.id', 'desc').limit(500).execute();

/** Offers made for an inquiry since a moment, without withdrawn ones, the newest first. */
export const recentOffers = (db: Db, inquiryId: string, since: Date) =>
  offers(db)
    .where('offers.inquiry_id', '=', inquiryId)
    .where('offers.withdrawn_at', 'is', null)
    .where('offers.created_at', '>', since)
    .orderBy('offers.created_at', 'desc')
    .orderBy('offers.id', 'desc')
    .execute();

/** Lists the offers to an address, for the export of the guest's data. */
export const listOffersByEmail = (db: Db, email: string) =>
  db
    .selectFrom('offers')
    .innerJoin('quotes', 'quotes.id', 'offers.quote_id')
    .innerJoin('properties', 'properties.id', 'quotes.property_id')
    .select([
      'properties.title as property',
      'quotes.checkin',
      'quotes.checkout',
      'quotes.guests',
      'quotes.pets',
      'quotes.total_cents as total',
      'quotes.currency',
      'offers.email',
      'offers.note',
      'offers.created_at as sentAt',
      'offers.expires_at as expiresAt',
    ])
    .where('offers.email', '=', email)
    .orderBy('offers.created_at')
    .execute();

export const insertOffer = (tx: Tx, row: Insertable<OffersTable>) =>
  tx.insertInto('offers').values(row).execute();

/** Whether hosts withdrew the offer behind the booking. */
export const hasWithdrawnOffer = sql<boolean>`exists (select from offers
  where offers.booking_id = bookings.id and offers.withdrawn_at is not null)`;

export const isOfferWithdrawn = async (db: Db, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', bookingId)
    .where(hasWithdrawnOffer)
    .executeTakeFirst()) !== undefined;

/** Locks an offer; call it before every change. */
export const lockOffer = (tx: Tx, id: string) =>
  tx.selectFrom('offers').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow();

export const setOfferBooking = (tx: Tx, id: string, bookingId: string) =>
  tx.updateTable('offers').set({ booking_id: bookingId }).where('id', '=', id).execute();

/** Ends an offer, and with it the time in which its quote can be booked. */
export async function withdrawOfferRow(tx: Tx, { id, quote_id }: OfferRow, now: Date): Promise<void> {
  await tx.updateTable('offers').set({ withdrawn_at: now }).where('id', '=', id).execute();
  await tx.updateTable('quotes').set({ expires_at: now }).where('id', '=', quote_id).execute();
}

export const inquiryById = (db: Db, id: string) =>
  db.selectFrom('inquiries').select(['id', 'email']).where('id', '=', id).executeTakeFirst();

/** The nightly price of the offer behind a booking, in minor units; `null` without one. */
export const offeredNightly = async (db: Db, bookingId: string): Promise<number | null> =>
  (
    await db
      .selectFrom('offers')
      .select('nightly_cents')
      .where('booking_id', '=', bookingId)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
  )?.nightly_cents ?? null;
