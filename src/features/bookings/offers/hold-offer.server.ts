import type { Insertable } from 'kysely';
import type { Tx } from '../../../db/client.server.ts';
import type { BookingsTable } from '../../../db/schema/bookings.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { hashToken } from '../../auth/tokens.server.ts';
import { NightsTaken } from '../checkout/take-nights.server.ts';
import { currency } from '../pricing/price.ts';
import type { HostedPrice } from '../quotes/hosted-quote.server.ts';
import { bookingKey, newBookingCode } from '../record/booking-key.server.ts';
import { areNightsFree, type Booking, bookingById, insertBooking } from '../record/bookings-store.server.ts';
import { recordEvent } from '../record/events-store.server.ts';

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
  const [id, now] = [newId(), ctx.now()];
  const row = {
    id,
    code: newBookingCode(),
    key_hash: hashToken(bookingKey(ctx, id)),
    status: 'held' as const,
    source: 'offer' as const,
    currency,
    agreed: '{}',
    created_at: now,
    updated_at: now,
    ...hold,
  };
  if (!(await insertBooking(tx, row))) throw new NightsTaken();
  const booking = await bookingById(tx, id);
  if (!(await areNightsFree(tx, booking))) throw new NightsTaken();
  await recordEvent(tx, { booking_id: id, event: 'held', actor, details: { by: 'offer' }, created_at: now });
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
      // Nobody's trip before a guest has taken the offer.
      name: 'Offer',
      email: '',
    },
    actor,
  );
