import type Stripe from 'stripe';
import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import {
  disputeMessage,
  dueBy,
  fetchDispute,
  getPaymentId,
  isUnderReview,
} from '../../payments/disputes.server.ts';
import { refundedEmail } from '../emails/guest-emails.server.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { disputeNotice } from '../emails/payment-notices.server.ts';
import { queueBookingMail } from '../emails/queue-booking-mail.server.ts';
import { type Booking, lockBooking } from '../record/bookings-store.server.ts';
import { disputeStatus, isDisputed, saveDispute } from '../record/disputes-store.server.ts';
import { hasEvent, recordEvent, retainedOfCancelled } from '../record/events-store.server.ts';
import {
  bookingMoney,
  correctPayment,
  insertPayment,
  paidLeft,
  refundable,
  refundMethod,
} from '../record/payments-store.server.ts';
import { announceLateBalance } from './announce-late-balance.server.ts';
import { orderRefund, payRefunds } from './refunds.server.ts';

const maxAttempts = 5;

/**
 * Records a dispute of a booking's payment, and mails the hosts once for each of its states.
 * Fetches it again where a concurrent call recorded another state. @throws AppError `unavailable`
 */
export async function recordDispute(ctx: Ctx, disputeId: string, bookingId: string): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const stored = await disputeStatus(ctx.db, disputeId);
    const dispute = await fetchDispute(ctx, disputeId);
    if (!dispute || (await writeDispute(ctx, { dispute, bookingId, stored }))) return;
  }
  throw new AppError('unavailable', 'This dispute is changing. Please try again in a minute.');
}

/** @param stored its status before it was fetched @returns false, with nothing written, where it has another status now */
async function writeDispute(
  ctx: Ctx,
  { dispute, bookingId, stored }: { dispute: Stripe.Dispute; bookingId: string; stored: string | undefined },
): Promise<boolean> {
  const { id, status, amount, reason } = dispute;
  const answerBy = dueBy(dispute)?.toISOString() ?? null;
  const outcome = await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if ((await disputeStatus(tx, id)) !== stored) return 'outdated';
    await bookDispute(ctx, tx, booking, dispute);
    const event = { booking_id: booking.id, event: 'disputed' };
    if (await hasEvent(tx, { ...event, details: { dispute: id, status } })) return 'recorded_before';
    await recordEvent(tx, {
      ...event,
      actor: 'card provider',
      created_at: ctx.now(),
      details: { dispute: id, status, amount, reason, answerBy },
    });
    if (isUnderReview(status)) return 'new';
    const isWon = wonStatuses.has(status) && !(await isDisputed(tx, bookingId));
    const refund = isWon ? await refundPutOff(ctx, tx, booking, id) : 0;
    if (isWon) await announceLateBalance(ctx, tx, booking);
    const notice = disputeNotice(await loadEmailData(ctx, tx, booking), {
      id,
      status,
      amount,
      reason,
      answerBy,
      refund,
    });
    await queueBookingMail(ctx, tx, booking.id, `booking-dispute-${id}-${status}`, notice);
    return 'new';
  });
  if (outcome === 'new') await payRefunds(ctx, bookingId);
  if (outcome === 'new')
    ctx.log.error({ event: 'dispute', disputeId: id, bookingId, status }, disputeMessage);
  return outcome !== 'outdated';
}

/** A bank ends a dispute so where the hosts keep the payment. */
const wonStatuses: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented']);

/** Orders what the policy gave for a stay that was cancelled while the bank held its payment. @returns minor units */
async function refundPutOff(ctx: Ctx, tx: Tx, booking: Booking, disputeId: string): Promise<number> {
  if (booking.status !== 'cancelled') return 0;
  const retained = await retainedOfCancelled(tx, booking.id);
  if (retained === null) return 0;
  const money = await bookingMoney(tx, booking.id);
  const amount = Math.min(paidLeft(money) - retained, refundable(money));
  if (amount <= 0) return 0;
  const reason = 'Your stay was cancelled while your bank was deciding on a payment.';
  const cause = `cancellation:${disputeId}`;
  await orderRefund(ctx, tx, booking, { kind: 'cancellation', cause, reason, amount });
  const data = await loadEmailData(ctx, tx, booking);
  const mail = refundedEmail(data, { amount, reason, method: await refundMethod(tx, booking.id) });
  await queueBookingMail(ctx, tx, booking.id, `booking-refunded-${disputeId}`, mail);
  return amount;
}

/** Adds a row to the ledger for a lost dispute, and one of the opposite sign where the dispute is won after all. */
async function bookDispute(
  ctx: Ctx,
  tx: Tx,
  { id: bookingId }: Booking,
  dispute: Stripe.Dispute,
): Promise<void> {
  const { id, status, amount, currency, reason } = dispute;
  const now = ctx.now();
  await saveDispute(tx, {
    id,
    booking_id: bookingId,
    payment_id: getPaymentId(dispute),
    amount_cents: amount,
    currency,
    status,
    reason,
    answer_by: dueBy(dispute),
    created_at: now,
  });
  if (status !== 'lost') return correctPayment(tx, id, { amountCents: 0, reason: `Dispute ${status}`, now });
  await insertPayment(tx, {
    booking_id: bookingId,
    kind: 'dispute',
    amount_cents: amount,
    currency,
    stripe_id: id,
    charge_id: getPaymentId(dispute),
    reason: 'Dispute lost',
    created_at: now,
  });
  // The dispute had been won in between.
  await correctPayment(tx, id, { amountCents: amount, reason: 'Dispute lost', now });
}
