import type Stripe from 'stripe';
import type { Ctx } from '../../../platform/context.server.ts';
import { callStripe, noResponse, orNull } from '../../shop/payments/stripe-call.server.ts';
import { hasEvent, recordEvent } from '../checkout/store.server.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { disputeNotice } from '../emails/payment-notices.server.ts';
import { queueBookingMail } from '../emails/queue-booking-mail.server.ts';
import { lockBooking, paymentByStripeId } from './store.server.ts';

/** Whether the hosts have answered, and the bank decides. */
export const isUnderReview = (status: string): boolean => /^(?:warning_)?under_review$/.test(status);

/** Records a dispute and mails the hosts, once for each of its states. @returns whether it is about a booking */
export async function recordDispute(ctx: Ctx, disputeId: string): Promise<boolean> {
  const dispute = await orNull(noResponse, async () => {
    const stripe = await ctx.stripe();
    return callStripe(stripe.disputes.retrieve(disputeId));
  });
  const payment = dispute && (await paymentByStripeId(ctx.db, paymentId(dispute)));
  if (!payment) return false;
  const { id, status, amount, reason, evidence_details } = dispute;
  const dueBy = evidence_details.due_by;
  const answerBy = dueBy ? new Date(dueBy * 1000).toISOString() : null;
  const isNew = await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, payment.booking_id);
    const event = { booking_id: booking.id, event: 'disputed' };
    if (await hasEvent(tx, { ...event, details: { dispute: id, status } })) return false;
    await recordEvent(tx, {
      ...event,
      actor: 'card provider',
      created_at: ctx.now(),
      details: { dispute: id, status, amount, reason, answerBy },
    });
    if (isUnderReview(status)) return true;
    const notice = disputeNotice(await loadEmailData(ctx, tx, booking), {
      id,
      status,
      amount,
      reason,
      answerBy,
    });
    await queueBookingMail(ctx, tx, booking.id, `booking-dispute-${id}-${status}`, notice);
    return true;
  });
  const ids = { disputeId, bookingId: payment.booking_id, status };
  if (isNew) ctx.log.error({ event: 'dispute', ...ids }, 'a payment is disputed, or the dispute was decided');
  return true;
}

const paymentId = ({ payment_intent: payment }: Stripe.Dispute): string =>
  (typeof payment === 'string' ? payment : payment?.id) ?? '';
