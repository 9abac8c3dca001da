import type Stripe from 'stripe';
import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { callStripe, noResponse, orNull } from '../../shop/payments/stripe-call.server.ts';
import { hasEvent, recordEvent } from '../checkout/store.server.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { disputeNotice } from '../emails/payment-notices.server.ts';
import { queueBookingMail } from '../emails/queue-booking-mail.server.ts';
import { deleteLostDispute, saveDispute } from './dispute-store.server.ts';
import { type Booking, insertPayment, lockBooking, paymentByStripeId } from './store.server.ts';

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
    await bookDispute(ctx, tx, booking, dispute);
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

/** What a bank took back for good leaves the ledger as a row of its own; won after all, that row goes. */
async function bookDispute(
  ctx: Ctx,
  tx: Tx,
  { id: bookingId }: Booking,
  dispute: Stripe.Dispute,
): Promise<void> {
  const { id, status, amount, currency, reason, evidence_details } = dispute;
  const dueBy = evidence_details.due_by;
  const now = ctx.now();
  await saveDispute(tx, {
    id,
    booking_id: bookingId,
    payment_id: paymentId(dispute),
    amount_cents: amount,
    currency,
    status,
    reason,
    answer_by: dueBy ? new Date(dueBy * 1000) : null,
    created_at: now,
  });
  if (status !== 'lost') return deleteLostDispute(tx, id);
  await insertPayment(tx, {
    booking_id: bookingId,
    kind: 'dispute',
    amount_cents: amount,
    currency,
    stripe_id: id,
    charge_id: paymentId(dispute),
    reason: 'Dispute lost',
    created_at: now,
  });
}

const paymentId = ({ payment_intent: payment }: Stripe.Dispute): string =>
  (typeof payment === 'string' ? payment : payment?.id) ?? '';
