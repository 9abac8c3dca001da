import type { Ctx } from '../../../platform/context.server.ts';
import {
  callStripe,
  isRejected,
  StripeCallError,
  stripeTimeoutMs,
} from '../../../platform/stripe-call.server.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { openSession, type SessionParams } from '../../payments/session-calls.server.ts';
import { type Attempt, saveAttempt, setAttemptStatus } from '../record/attempts-store.server.ts';
import { allowsLaterCharges } from '../record/booking.ts';
import type { Booking } from '../record/bookings-store.server.ts';

/**
 * Creates the page of an attempt once. If the provider rejects it, the attempt is `failed`.
 * @throws StripeCallError: the page may exist
 */
export async function createPage(
  ctx: Ctx,
  booking: Booking,
  attempt: Attempt,
  timeoutMs = stripeTimeoutMs,
): Promise<Attempt> {
  try {
    const key = `booking-page:${attempt.id}`;
    const session = await openSession(ctx, key, pageParams(ctx, booking, attempt), timeoutMs);
    return await saveAttempt(ctx.db, attempt.id, { stripe_id: session.id, url: session.url });
  } catch (error) {
    return failAttempt(ctx, booking.id, attempt, error);
  }
}

async function failAttempt(ctx: Ctx, bookingId: string, attempt: Attempt, error: unknown): Promise<Attempt> {
  if (!(error instanceof StripeCallError) || error.kind === 'timeout') throw error;
  // An internal error of the provider fails the attempt, too: a page may exist, but its link is unknown.
  await setAttemptStatus(ctx.db, attempt.id, 'failed');
  if (!isRejected(error)) throw error;
  ctx.log.error(
    { err: error, attemptId: attempt.id, bookingId },
    'the card provider rejected a payment of a booking',
  );
  return { ...attempt, status: 'failed' };
}

/** Uses only columns that never change: the idempotency key requires equal parameters for every call. */
function pageParams({ settings }: Ctx, booking: Booking, attempt: Attempt): SessionParams {
  const { code, email, plan } = booking;
  // The stored card pays the balance, or what the guest orders later.
  const storesCard = attempt.purpose === 'stay' && (plan === 'deposit' || allowsLaterCharges(booking));
  return withoutUndefined({
    mode: 'payment' as const,
    allowed_payment_method_types: attempt.takes_bank_debit ? ['card', 'us_bank_account'] : ['card'],
    client_reference_id: attempt.id,
    metadata: metadata(booking, attempt),
    customer_email: email === '' ? undefined : email,
    customer_creation: storesCard ? ('always' as const) : undefined,
    payment_intent_data: withoutUndefined({
      metadata: metadata(booking, attempt),
      description: attempt.description,
      setup_future_usage: storesCard ? ('off_session' as const) : undefined,
    }),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: attempt.currency,
          unit_amount: attempt.amount_cents,
          product_data: { name: attempt.description },
        },
      },
    ],
    expires_at: Math.floor(attempt.expires_at.getTime() / 1000),
    success_url: `${settings.appUrl}/trips/${code}`,
    cancel_url: `${settings.appUrl}/${attempt.purpose === 'stay' ? 'book' : 'trips'}/${code}`,
  });
}

/** Expires an open page at the provider; a paid or expired one does not change. @throws StripeCallError */
export async function closePage(ctx: Ctx, { stripe_id }: Attempt): Promise<void> {
  if (!stripe_id) return;
  try {
    const stripe = await ctx.stripe();
    await callStripe(stripe.checkout.sessions.expire(stripe_id));
  } catch (error) {
    const isOver =
      error instanceof StripeCallError && (error.kind === 'rejected' || error.kind === 'not_found');
    if (!isOver) throw error;
  }
}

export const metadata = (booking: Booking, attempt: Attempt) => ({
  bookingId: booking.id,
  attemptId: attempt.id,
  code: booking.code,
});
