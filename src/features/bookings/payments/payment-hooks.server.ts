import type { Ctx, PaymentHooks } from '../../../platform/context.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { findCheckoutBySession } from '../../shop/checkout/store.server.ts';
import { callStripe, noResponse, orNull, orUnavailable } from '../../shop/payments/stripe-call.server.ts';
import { attemptById, attemptByStripeId, firstAttemptAt, saveAttempt } from './attempt-store.server.ts';
import { recordDispute } from './disputes.server.ts';
import { syncRefunds } from './refunds.server.ts';
import { settleAttempt } from './settle-booking.server.ts';
import { bookingById, paymentByStripeId } from './store.server.ts';

/** How the card provider's events reach bookings; everything else is the shop's. */
export const bookingPayments: PaymentHooks = {
  firstAt: ({ db }) => firstAttemptAt(db),
  async settle(ctx, { kind, id }) {
    if (kind === 'session') return settleSession(ctx, id);
    if (kind === 'dispute') return recordDispute(ctx, id);
    return kind === 'payment' ? settleRefunds(ctx, id) : false;
  },
};

async function settleSession(ctx: Ctx, sessionId: string): Promise<boolean> {
  const attemptId = (await attemptByStripeId(ctx.db, sessionId))?.id ?? (await attach(ctx, sessionId));
  if (!attemptId) return false;
  await settleAttempt(ctx, attemptId);
  return true;
}

/** Saves the session of an attempt that a crash left without it. */
async function attach(ctx: Ctx, sessionId: string): Promise<string | null> {
  if (await findCheckoutBySession(ctx.db, sessionId)) return null;
  const session = await orNull(noResponse, async () => {
    const stripe = await ctx.stripe();
    return callStripe(stripe.checkout.sessions.retrieve(sessionId));
  });
  const attemptId = session?.metadata?.attemptId ?? '';
  const attempt = isUuid(attemptId) ? await attemptById(ctx.db, attemptId) : undefined;
  if (!session || !attempt || session.client_reference_id !== attempt.id) return null;
  if (!attempt.stripe_id) await saveAttempt(ctx.db, attempt.id, { stripe_id: session.id, url: session.url });
  return attempt.id;
}

async function settleRefunds(ctx: Ctx, paymentId: string): Promise<boolean> {
  const payment = await paymentByStripeId(ctx.db, paymentId);
  if (!payment) return false;
  const booking = await bookingById(ctx.db, payment.booking_id);
  await orUnavailable(noResponse, () => syncRefunds(ctx, booking, paymentId));
  return true;
}
