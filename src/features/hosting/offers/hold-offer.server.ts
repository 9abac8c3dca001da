import type { Insertable } from 'kysely';
import type { Tx } from '../../../db/client.server.ts';
import type { BookingsTable } from '../../../db/schema/bookings.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { addBooking } from '../../bookings/checkout/take-nights.server.ts';
import { currency } from '../../bookings/pricing/price.ts';
import type { HostedPrice } from '../../bookings/quotes/hosted-quote.server.ts';
import { newBookingIdentity } from '../../bookings/record/booking-key.server.ts';
import type { Booking } from '../../bookings/record/bookings-store.server.ts';
import { recordEvent } from '../../bookings/record/events-store.server.ts';

type NewHold = Pick<
  Insertable<BookingsTable>,
  | 'property_id'
  | 'turnover_nights'
  | 'quote_id'
  | 'checkin'
  | 'checkout'
  | 'guests'
  | 'pets'
  | 'total_cents'
  | 'name'
  | 'email'
  | 'due_now_cents'
  | 'hold_expires_at'
> &
  Partial<Insertable<BookingsTable>>;

/** @throws NightsTaken */
export async function insertOfferHold(ctx: Ctx, tx: Tx, hold: NewHold, actor: string): Promise<Booking> {
  const identity = newBookingIdentity(ctx);
  const booking = await addBooking(tx, {
    ...identity,
    status: 'held',
    source: 'offer',
    currency,
    agreed: '{}',
    ...hold,
  });
  await recordEvent(tx, {
    booking_id: booking.id,
    event: 'held',
    actor,
    details: { by: 'offer' },
    created_at: identity.created_at,
  });
  return booking;
}

/** Keeps the nights of an offer until it ends, for a guest who is not named yet. */
export const holdOfferedNights = (
  ctx: Ctx,
  tx: Tx,
  {
    priced: { property, stay, price },
    quoteId,
    expiresAt,
    actor,
  }: { priced: HostedPrice; quoteId: string; expiresAt: Date; actor: string },
): Promise<Booking> =>
  insertOfferHold(
    ctx,
    tx,
    {
      property_id: property.id,
      turnover_nights: property.turnover_nights,
      quote_id: quoteId,
      ...stay,
      total_cents: price.total,
      due_now_cents: price.total,
      hold_expires_at: expiresAt,
      // The booking belongs to no account before a guest has taken the offer.
      name: 'Offer',
      email: '',
    },
    actor,
  );
