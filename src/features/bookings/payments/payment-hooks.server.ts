import type { Ctx, PaymentHooks } from '../../../platform/context.server.ts';
import { callStripe, noResponse, orNull } from '../../../platform/stripe-call.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { readId } from '../../payments/stripe-session.server.ts';
import { findCheckoutBySession } from '../../shop/checkout/store.server.ts';
import {
  attemptById,
  attemptByStripeId,
  firstAttemptAt,
  saveAttempt,
} from '../record/attempts-store.server.ts';
import { settlePayment } from './adopt-payments.server.ts';
import { settleAttempt } from './settle-booking.server.ts';
import { settleDispute } from './settle-dispute.server.ts';

/** How the card provider's events reach bookings; everything else is the shop's. */
export const bookingPayments: PaymentHooks = {
  firstAt: ({ db }) => firstAttemptAt(db),
  async settle(ctx, { kind, id }) {
    if (kind === 'session') return settleSession(ctx, id);
    if (kind === 'dispute') return settleDispute(ctx, id);
    return kind === 'payment' ? settlePayment(ctx, id) : false;
  },
};

async function settleSession(ctx: Ctx, sessionId: string): Promise<boolean> {
  const attempt = await attemptByStripeId(ctx.db, sessionId);
  if (!attempt) return settleUnknown(ctx, sessionId);
  await settleAttempt(ctx, attempt.id);
  return true;
}

/** A session whose attempt was left without it by a crash, or which a restore lost. @returns whether it is a booking's */
async function settleUnknown(ctx: Ctx, sessionId: string): Promise<boolean> {
  if (await findCheckoutBySession(ctx.db, sessionId)) return false;
  const session = await orNull(noResponse, async () => {
    const stripe = await ctx.stripe();
    return callStripe(stripe.checkout.sessions.retrieve(sessionId));
  });
  const attemptId = session?.metadata?.attemptId ?? '';
  const attempt = isUuid(attemptId) ? await attemptById(ctx.db, attemptId) : undefined;
  if (session && attempt && session.client_reference_id === attempt.id) {
    if (!attempt.stripe_id)
      await saveAttempt(ctx.db, attempt.id, { stripe_id: session.id, url: session.url });
    await settleAttempt(ctx, attempt.id);
    return true;
  }
  const paymentId = session?.metadata?.bookingId ? readId(session.payment_intent) : null;
  return paymentId !== null && settlePayment(ctx, paymentId);
}
