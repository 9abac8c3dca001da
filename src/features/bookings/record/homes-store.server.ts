import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../db/client.server.ts';
import type { QuoteRow } from '../quotes/store.server.ts';
import type { Booking } from './bookings-store.server.ts';
import { liveCompanions } from './companions-store.server.ts';
import { hasDispute } from './disputes-store.server.ts';
import { type AddedRow, addedExtras } from './extras-store.server.ts';
import { hasWithdrawnOffer } from './offers-store.server.ts';
import { type Money, moneyColumns } from './payments-store.server.ts';
import { timesOfStay } from './stay-times.ts';
import type { Trip } from './trip.schema.server.ts';

export const propertyTitle = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('properties').select('title').where('id', '=', id).executeTakeFirstOrThrow()).title;

/** The check-in and check-out times of a home. */
export const homeTimes = (db: Db, id: string) =>
  db
    .selectFrom('properties')
    .select(['check_in_from as checkInFrom', 'check_out_until as checkOutUntil'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export const acceptsBankDebits = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('site_settings').select('takes_bank_debits').executeTakeFirst())?.takes_bank_debits ??
  false;

const homeColumns = [
  'properties.slug',
  'properties.title',
  'properties.images',
  'properties.check_in_from as checkInFrom',
  'properties.check_out_until as checkOutUntil',
  'properties.street_address as streetAddress',
  'properties.access_notes as accessNotes',
  'properties.wifi_name as wifiName',
  'properties.wifi_password as wifiPassword',
  'properties.licence_state as licenceState',
  'properties.licence_local as licenceLocal',
] as const;

/** Loads what guests' pages and mails show of a home, listed or not. */
export const propertyOfBooking = (db: Db, id: string) =>
  db.selectFrom('properties').select(homeColumns).where('id', '=', id).executeTakeFirstOrThrow();

export type BookedProperty = Awaited<ReturnType<typeof propertyOfBooking>>;

export interface BookedStay {
  /** The home, with the check-in and check-out times of this stay. */
  property: BookedProperty;
  /** The quote that was booked. */
  quote: QuoteRow;
  /** The promotion code of the quote. */
  promoCode: string | null;
  money: Money;
  /** Whether a bank disputes a payment of the booking, or has taken one back. */
  isDisputed: boolean;
  /** Whether hosts withdrew the offer that was booked. */
  isOfferWithdrawn: boolean;
  /** Companions with a valid link of their own. */
  companions: Trip['companions'];
  /** Extras and charges that were added to the stay, oldest first. */
  extras: AddedRow[];
}

/** Loads the home, the quote and the sums of the ledger of a booking, in one query. @throws Error without a quote */
export async function bookedStay(db: Db, booking: Booking): Promise<BookedStay> {
  const { id, code, quote_id } = booking;
  const row = await db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'bookings.property_id')
    .innerJoin('quotes', (join) => join.on('quotes.id', '=', quote_id))
    .selectAll('quotes')
    .select(['properties.slug', 'properties.house_rules as houseRules'])
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('properties')
          .select(homeColumns)
          .whereRef('properties.id', '=', 'bookings.property_id'),
      )
        .$notNull()
        .as('property'),
      jsonObjectFrom(
        eb
          .selectFrom('booking_money')
          .select(moneyColumns)
          .whereRef('booking_money.booking_id', '=', 'bookings.id'),
      )
        .$notNull()
        .as('money'),
      eb
        .selectFrom('promo_codes')
        .select('promo_codes.code')
        .whereRef('promo_codes.id', '=', 'quotes.promo_code_id')
        .as('promoCode'),
      hasDispute.as('isDisputed'),
      hasWithdrawnOffer.as('isOfferWithdrawn'),
      liveCompanions.as('companions'),
      addedExtras.as('extras'),
    ])
    .where('bookings.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Error(`booking ${code} has no quote`);
  const { property: home, promoCode, money, isDisputed, isOfferWithdrawn, ...parts } = row;
  const { companions: rows, extras, ...quote } = parts;
  const property = { ...home, ...timesOfStay(booking, home) };
  const companions = rows.map(({ createdAt, ...companion }) => ({
    ...companion,
    createdAt: new Date(createdAt).toISOString(),
  }));
  return { property, quote, promoCode, money, isDisputed, isOfferWithdrawn, companions, extras };
}
