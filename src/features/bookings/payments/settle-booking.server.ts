import type { Tx } from '../../../db/client.server.ts';
import { retried } from '../../../db/retried.server.ts';
import type { BookingStatus } from '../../../db/schema/bookings.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { orUnavailable } from '../../../platform/stripe-call.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import type { LateReason } from '../emails/paid-too-late.server.ts';
import { lockPromo } from '../pricing/store.server.ts';
import {
  type Attempt,
  activeStatuses,
  attemptById,
  setAttemptStatus,
  touchAttempt,
} from '../record/attempts-store.server.ts';
import { areNightsFree, type Booking, bookingById, lockBooking } from '../record/bookings-store.server.ts';
import { recordEvent } from '../record/events-store.server.ts';
import { openExtras } from '../record/extras-store.server.ts';
import { bookingMoney, insertPayment, paidLeft, paymentByStripeId } from '../record/payments-store.server.ts';
import { insertRefundOrder } from '../record/refunds-store.server.ts';
import { type AttemptState, fetchAttempt } from './attempt-calls.server.ts';
import { recordDecline } from './balance-decline.server.ts';
import { confirmStay, mailPayment, type SettledPayment } from './confirm-booking.server.ts';
import { delayedPaymentRefund } from './delayed-payment-refund.server.ts';
import { isArrivalOver } from './end-of-sale.server.ts';
import { payExtras, recordDeclinedCharge } from './paid-extras.server.ts';
import { payRefunds, syncRefunds } from './refunds.server.ts';
import { decideSettlement, type Settlement } from './settlement.ts';

export const unconfirmed =
  'We cannot reach our payment service right now. Nothing is lost: please try again in a minute.';

/** Another transaction has taken the nights since they were read as free. */
const nightsTaken = '23P01';

/** Settles an attempt; any number of calls, in any order, leave one charge, at most one refund and one mail of each kind. */
export async function settleAttempt(ctx: Ctx, attemptId: string, timeoutMs?: number): Promise<BookingStatus> {
  const attempt = await touchAttempt(ctx.db, attemptId, ctx.now());
  if (!attempt) throw new AppError('notFound', 'There is no such payment.');
  const booking = await bookingById(ctx.db, attempt.booking_id);
  const fetched = await orUnavailable(unconfirmed, () => fetchAttempt(ctx, booking, attempt, timeoutMs));
  const status = await retried(
    () => ctx.db.transaction().execute((tx) => applyToBooking(ctx, tx, attempt.id, booking.id, fetched)),
    [nightsTaken],
  );
  if (fetched.isRefunded && fetched.state.kind === 'paid')
    await syncRefunds(ctx, booking, fetched.state.paymentId);
  await payRefunds(ctx, booking.id);
  return status;
}

async function applyToBooking(
  ctx: Ctx,
  tx: Tx,
  attemptId: string,
  bookingId: string,
  fetched: AttemptState,
): Promise<BookingStatus> {
  const booking = await lockBooking(tx, bookingId);
  const attempt = (await attemptById(tx, attemptId)) as Attempt;
  const { state } = fetched;
  const wasActive = activeStatuses.includes(attempt.status);
  if (!wasActive && state.kind !== 'paid') return booking.status;
  const money = await bookingMoney(tx, booking.id);
  const lateReason = state.kind === 'paid' ? await findLateReason(ctx, tx, booking, attempt) : null;
  const settlement = decideSettlement(
    {
      status: booking.status,
      total: booking.total_cents - money.waived,
      paid: paidLeft(money),
      isRecorded: state.kind === 'paid' && (await paymentByStripeId(tx, state.paymentId)) !== undefined,
      isSold: lateReason === null,
      delayedPaymentRefund:
        state.kind === 'paid' ? await delayedPaymentRefund(tx, booking, attempt, state.amount) : null,
    },
    state,
  );
  await setAttemptStatus(tx, attempt.id, settlement.attempt);
  const isDeclined = attempt.kind === 'stored_card' && settlement.attempt === 'failed';
  if (isDeclined && attempt.purpose === 'charge') await recordDeclinedCharge(ctx, tx, booking, attempt);
  else if (isDeclined) await recordDecline(ctx, tx, booking, attempt);
  if (!settlement.charge) return booking.status;
  const payment: SettledPayment = {
    booking,
    attempt,
    settlement,
    fetched,
    lateReason: lateReason ?? 'ended',
  };
  return recordCharge(ctx, tx, payment, settlement.charge);
}

/** Finds why a payment came too late for its stay; null where the stay can be confirmed. */
async function findLateReason(
  ctx: Ctx,
  tx: Tx,
  booking: Booking,
  attempt: Attempt,
): Promise<LateReason | null> {
  if (booking.status === 'confirmed') return null;
  const now = ctx.now();
  // The guest released the nights while the bank worked on the payment.
  if (booking.cancelled_at) return 'ended';
  if (isArrivalOver(booking, now)) return 'arrival_over';
  const isInTime = attempt.status !== 'processing' && (booking.hold_expires_at ?? now) > now;
  if (booking.status === 'held' && isInTime) return null;
  if (!(await areNightsFree(tx, booking))) return 'nights_taken';
  // The uses include those of live holds.
  if (booking.status === 'held' || !booking.promo_code_id) return null;
  const { maxUses, uses } = await lockPromo(tx, booking.promo_code_id);
  return maxUses === null || uses < maxUses ? null : 'promo_used';
}

/** Records a payment, its effects and its mails. */
async function recordCharge(
  ctx: Ctx,
  tx: Tx,
  payment: SettledPayment,
  charge: NonNullable<Settlement['charge']>,
): Promise<BookingStatus> {
  const { attempt, settlement, fetched } = payment;
  const { becomes, refund } = settlement;
  const now = ctx.now();
  const { id } = payment.booking;
  const unpaid = await openExtras(tx, id);
  await insertPayment(tx, {
    booking_id: id,
    kind: 'charge',
    amount_cents: charge.amount,
    currency: attempt.currency,
    stripe_id: charge.paymentId,
    created_at: now,
  });
  const details = { amount: charge.amount, payment: charge.paymentId };
  await recordEvent(tx, { booking_id: id, event: 'paid', actor: 'card provider', details, created_at: now });
  if (refund) {
    await insertRefundOrder(tx, {
      id: newId(),
      booking_id: id,
      payment_id: charge.paymentId,
      amount_cents: refund.amount,
      cause: refund.kind,
      kind: refund.kind,
      created_at: now,
    });
  }
  const extras = await payExtras(tx, attempt, unpaid, now);
  if (becomes) await confirmStay(ctx, tx, payment.booking, fetched);
  else await mailPayment(ctx, tx, { ...payment, extras }, charge.amount);
  return becomes ?? payment.booking.status;
}
