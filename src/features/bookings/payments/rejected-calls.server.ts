import type { Ctx } from '../../../platform/context.server.ts';
import type { FailureKind, StripeCallError } from '../../../platform/stripe-call.server.ts';
import { hourMs } from '../../../shared/durations.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { paymentDelayedNotice } from '../emails/payment-notices.server.ts';
import { queueBookingMail } from '../emails/queue-booking-mail.server.ts';
import { type Attempt, markUncharged } from '../record/attempts-store.server.ts';
import { type Booking, lockBooking } from '../record/bookings-store.server.ts';
import { hasEvent, recordEvent } from '../record/events-store.server.ts';
import type { RefundOrder } from '../record/refunds-store.server.ts';

/** Errors after which nothing was charged. */
const rejectedKinds: readonly FailureKind[] = ['unavailable', 'denied', 'rejected'];
/** The errors that last until hosts change the settings at the provider. */
const lastingKinds: readonly FailureKind[] = ['denied', 'rejected'];
/** How long an outage of the provider may last before the hosts get a mail. */
const pauseMs = hourMs;

/** Records a charge that failed through no fault of the card: it stays pending, and the hosts get one mail. */
export async function recordDelayedCharge(
  ctx: Ctx,
  booking: Booking,
  attempt: Attempt,
  error: StripeCallError,
): Promise<void> {
  if (!attempt.stripe_id && rejectedKinds.includes(error.kind))
    await markUncharged(ctx.db, attempt.id, ctx.now());
  const { id, amount_cents: amount, created_at: since } = attempt;
  await reportDelay(ctx, booking.id, error, { id, amount, since, what: 'charge' });
}

/** Records a refund that could not be made yet: it stays pending, and the hosts get one mail. */
export const recordDelayedRefund = (ctx: Ctx, order: RefundOrder, error: StripeCallError): Promise<void> => {
  const { id, amount_cents: amount, created_at: since } = order;
  return reportDelay(ctx, order.booking_id, error, { id, amount, since, what: 'refund' });
};

async function reportDelay(
  ctx: Ctx,
  bookingId: string,
  error: StripeCallError,
  { id, amount, since, what }: { id: string; amount: number; since: Date; what: 'charge' | 'refund' },
): Promise<void> {
  const isLasting = lastingKinds.includes(error.kind);
  if (!isLasting && ctx.now().getTime() - since.getTime() < pauseMs) return;
  ctx.log.error({ err: error, bookingId, [what]: id }, 'the card provider refuses a call; it stays pending');
  await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const event = { booking_id: bookingId, event: 'payment_delayed' };
    if (await hasEvent(tx, { ...event, details: { [what]: id } })) return;
    const details = { amount, [what]: id };
    await recordEvent(tx, { ...event, actor: 'card provider', details, created_at: ctx.now() });
    const reason = error.cause instanceof Error ? error.cause.message : '';
    const notice = paymentDelayedNotice(await loadEmailData(ctx, tx, booking), { amount, what, reason });
    await queueBookingMail(ctx, tx, bookingId, `booking-payment-delayed-${id}`, notice);
  });
}
