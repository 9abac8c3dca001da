import type { Ctx } from '../../../platform/context.server.ts';
import { promoById } from '../../bookings/pricing/store.server.ts';
import { findQuote } from '../../bookings/quotes/actions.server.ts';
import type { Booking } from '../../bookings/record/bookings-store.server.ts';
import { hasEvent } from '../../bookings/record/events-store.server.ts';
import type { PhoneBookingRequest } from './contract.server.ts';

/** Whether a request that is sent again means the booking that its key made: its guest, home, stay, promotion and payment. */
export async function isSameBooking(
  ctx: Ctx,
  booking: Booking,
  request: PhoneBookingRequest,
): Promise<boolean> {
  const { property, checkin, checkout, guests, pets, promoCode = '', payment } = request;
  const { name, email, phone, note } = request;
  const isSameGuest =
    booking.name === name && booking.email === email && booking.phone === phone && booking.note === note;
  const isSameStay =
    booking.checkin === checkin &&
    booking.checkout === checkout &&
    booking.guests === guests &&
    booking.pets === pets;
  if (!isSameGuest || !isSameStay) return false;
  if ((await findQuote(ctx, booking.quote_id)).slug !== property) return false;
  const promo = booking.promo_code_id ? await promoById(ctx.db, booking.promo_code_id) : undefined;
  if ((promo?.code ?? '').toUpperCase() !== promoCode.toUpperCase()) return false;
  // The first payment is compared, because later ones may have been added to the ledger.
  const { event, details } =
    payment.kind === 'link'
      ? { event: 'held', details: { by: 'phone' } }
      : { event: 'paid', details: { amount: payment.amount, how: payment.how } };
  return hasEvent(ctx.db, { booking_id: booking.id, event, details });
}
