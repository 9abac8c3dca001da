import type { Ctx, PaymentSubject, ReportedDispute } from '../../../platform/context.server.ts';
import { noResponse, orUnavailable } from '../../../platform/stripe-call.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { loadSession } from '../../payments/session-calls.server.ts';
import { readId } from '../../payments/stripe-session.server.ts';
import { recordUnknownDispute } from '../../payments/unknown-payments.server.ts';
import {
  attemptById,
  attemptByStripeId,
  firstAttemptAt,
  saveAttempt,
} from '../record/attempts-store.server.ts';
import { paymentByStripeId } from '../record/payments-store.server.ts';
import { adoptPayment, settlePayment } from './adopt-payments.server.ts';
import { recordDispute } from './disputes.server.ts';
import { settleAttempt } from './settle-booking.server.ts';

/** Payments of stays and balances; `run_bookings` settles their open attempts. */
export const bookingPayments: PaymentSubject = {
  firstAt: firstAttemptAt,
  async settle(ctx, object) {
    if (object.kind === 'session') return settleSession(ctx, object.id);
    if (object.kind === 'dispute') return settleDispute(ctx, object);
    return object.kind === 'payment' && settlePayment(ctx, object.id);
  },
  async adopt(ctx, object) {
    if (object.kind === 'session') return adoptSession(ctx, object.id);
    if (object.kind === 'dispute') return adoptDispute(ctx, object);
    return object.kind === 'payment' && adoptPayment(ctx, object.id);
  },
};

async function settleSession(ctx: Ctx, sessionId: string): Promise<boolean> {
  const attempt = await attemptByStripeId(ctx.db, sessionId);
  if (attempt) await settleAttempt(ctx, attempt.id);
  return attempt !== undefined;
}

/** Settles a session that its attempt does not have after a crash, or whose attempt a restore lost. */
async function adoptSession(ctx: Ctx, sessionId: string): Promise<boolean> {
  const session = await orUnavailable(noResponse, () => loadSession(ctx, sessionId));
  const attemptId = session?.metadata?.attemptId ?? '';
  const attempt = isUuid(attemptId) ? await attemptById(ctx.db, attemptId) : undefined;
  if (session && attempt && session.client_reference_id === attempt.id) {
    if (!attempt.stripe_id)
      await saveAttempt(ctx.db, attempt.id, { stripe_id: session.id, url: session.url });
    await settleAttempt(ctx, attempt.id);
    return true;
  }
  const paymentId = session?.metadata?.bookingId ? readId(session.payment_intent) : null;
  if (paymentId === null) return false;
  return (await settlePayment(ctx, paymentId)) || adoptPayment(ctx, paymentId);
}

async function settleDispute(ctx: Ctx, { dispute, paymentId }: ReportedDispute): Promise<boolean> {
  const payment = await paymentByStripeId(ctx.db, paymentId);
  if (payment) await recordDispute(ctx, dispute.id, payment.booking_id);
  return payment !== undefined;
}

/** The payment is recorded first, because no event has reported it yet. */
async function adoptDispute(ctx: Ctx, object: ReportedDispute): Promise<boolean> {
  const { dispute, paymentId } = object;
  if (!(await adoptPayment(ctx, paymentId))) return false;
  if (!(await settleDispute(ctx, object)))
    await recordUnknownDispute(ctx, { disputeId: dispute.id, paymentId });
  return true;
}
