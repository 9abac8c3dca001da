import type { Tx } from '../../../db/client.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { areExtrasRefunded, refundFor } from '../pricing/refund.ts';
import { refundPercentAt } from '../pricing/timeline.server.ts';
import { quoteById, quoteParts } from '../quotes/store.server.ts';
import type { Attempt } from '../record/attempts-store.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { isCancelledByGuest } from '../record/events-store.server.ts';
import { bookingMoney, listPayments, paidLeft } from '../record/payments-store.server.ts';

/**
 * Computes the refund of a payment that a bank finished after its guest cancelled, as if it had been paid before.
 * @returns minor units; `null` for every other payment
 */
export async function delayedPaymentRefund(
  tx: Tx,
  booking: Booking,
  attempt: Attempt,
  amount: number,
): Promise<number | null> {
  const { id, status, cancelled_at } = booking;
  if (status !== 'cancelled' || cancelled_at === null || attempt.status !== 'processing') return null;
  // Unpaid extras left the bill when the stay was cancelled, so that the whole payment is refunded.
  if (attempt.purpose === 'charge') return null;
  const quote = await quoteById(tx, booking.quote_id);
  if (!quote || !(await isCancelledByGuest(tx, id))) return null;
  const { price, policy } = quoteParts(quote);
  const bookedAt = booking.confirmed_at ?? booking.created_at;
  const checkIn = { checkin: booking.checkin, check_in_from: quote.check_in_from, bookedAt };
  const percent = refundPercentAt(policy, checkIn, cancelled_at);
  const charges = (await listPayments(tx, id)).filter(({ kind }) => kind === 'charge');
  const charged = charges.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const refunded = charged - paidLeft(await bookingMoney(tx, id));
  const areExtrasBack = areExtrasRefunded(booking, todayAtProperty(cancelled_at));
  const { refund } = refundFor(price.lines, { percent, areExtrasBack }, charged + amount);
  return Math.min(amount, Math.max(0, refund - refunded));
}
