import type { Db } from '../../../db/client.server.ts';
import type { Money } from './payments-store.server.ts';

export const propertyTitle = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('properties').select('title').where('id', '=', id).executeTakeFirstOrThrow()).title;

export const areBankDebitsTaken = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('site_settings').select('takes_bank_debits').executeTakeFirst())?.takes_bank_debits ??
  false;

const homeColumns = [
  'properties.slug',
  'properties.title',
  'properties.images',
  'properties.check_in_from',
  'properties.check_out_until',
  'properties.street_address',
  'properties.access_notes',
] as const;

/** A home as its guests' pages and mails show it, unlisted ones, too. */
export const propertyOfBooking = (db: Db, id: string) =>
  db.selectFrom('properties').select(homeColumns).where('id', '=', id).executeTakeFirstOrThrow();

export type BookedProperty = Awaited<ReturnType<typeof propertyOfBooking>>;

/** The home of a booking, what its ledger adds up to, and whether hosts withdrew the offer that it came of. */
export async function bookedHome(
  db: Db,
  bookingId: string,
): Promise<{ property: BookedProperty; money: Money; isOfferWithdrawn: boolean }> {
  const { paid, pending, waived, disputed, open, isOfferWithdrawn, ...property } = await db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .innerJoin('booking_money', 'booking_money.booking_id', 'bookings.id')
    .select(homeColumns)
    .select(['booking_money.paid', 'booking_money.pending', 'booking_money.waived'])
    .select(['booking_money.disputed', 'booking_money.open'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('offers')
          .select('offers.id')
          .whereRef('offers.booking_id', '=', 'bookings.id')
          .where('withdrawn_at', 'is not', null),
      )
        .$castTo<boolean>()
        .as('isOfferWithdrawn'),
    )
    .where('bookings.id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return { property, money: { paid, pending, waived, disputed, open }, isOfferWithdrawn };
}
