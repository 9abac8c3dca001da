import type Stripe from 'stripe';
import type { Ctx } from '../../../platform/context.server.ts';
import {
  callStripe,
  noResponse,
  orLost,
  orUnavailable,
  StripeCallError,
  stripeTimeoutMs,
} from '../../../platform/stripe-call.server.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { assertNotPaused } from '../../payments/payment-pause.server.ts';
import { loadSession } from '../../payments/session-calls.server.ts';
import { matchesSession, readId, readSessionStatus } from '../../payments/stripe-session.server.ts';
import {
  type Attempt,
  activeStatuses,
  saveAttempt,
  setAttemptStatus,
} from '../record/attempts-store.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { createPage, metadata } from './payment-page.server.ts';
import { recordDelayedCharge } from './rejected-calls.server.ts';
import type { ProviderState } from './settlement.ts';

/** The provider's state of an attempt, with what later charges need. */
export interface AttemptState {
  state: ProviderState;
  customerId: string | null;
  paymentMethodId: string | null;
  isRefunded: boolean;
}

const without = { customerId: null, paymentMethodId: null, isRefunded: false };
const toState = (kind: Exclude<ProviderState['kind'], 'paid'>): AttemptState => ({
  state: { kind },
  ...without,
});

/**
 * Fetches the state of an attempt. A call with an unknown result is repeated first, with its idempotency key.
 * @throws StripeCallError
 */
export async function fetchAttempt(
  ctx: Ctx,
  booking: Booking,
  attempt: Attempt,
  timeoutMs = stripeTimeoutMs,
): Promise<AttemptState> {
  if (attempt.kind === 'stored_card') return fetchCharge(ctx, booking, attempt, timeoutMs);
  const deadline = performance.now() + timeoutMs;
  const sessionId = attempt.stripe_id ?? (await createPage(ctx, booking, attempt, timeoutMs)).stripe_id;
  if (!sessionId) return toState('failed');
  const session = await loadSession(ctx, sessionId, deadline - performance.now());
  if (!session) {
    ctx.log.error({ attemptId: attempt.id, sessionId }, 'the card provider lost a session');
    return toState('failed');
  }
  return readSession(ctx, attempt, session);
}

function readSession(ctx: Ctx, attempt: Attempt, session: Stripe.Checkout.Session): AttemptState {
  const { id, currency, amount_cents: amountCents } = attempt;
  if (!matchesSession({ id, mode: 'payment', currency, amountCents }, session)) {
    ctx.log.error({ attemptId: attempt.id, sessionId: session.id }, 'a session differs from its booking');
    return toState('failed');
  }
  const status = readSessionStatus(session, null);
  if (status.kind === 'pending') return toState(session.status === 'complete' ? 'processing' : 'open');
  if (status.kind !== 'paid') return toState(status.kind);
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent;
  return {
    state: {
      kind: 'paid',
      paymentId: status.payment.paymentIntentId ?? session.id,
      amount: status.payment.amountCents,
    },
    customerId: readId(session.customer),
    paymentMethodId: readId(intent?.payment_method),
    isRefunded: isRefunded(intent?.latest_charge),
  };
}

const isRefunded = (charge: string | Stripe.Charge | null | undefined): boolean =>
  typeof charge === 'object' && charge !== null && charge.amount_refunded > 0;

const intentStates: Partial<Record<Stripe.PaymentIntent.Status, 'processing'>> = { processing: 'processing' };

/** Charges the stored card, or loads the charge. Any state other than paid and processing counts as declined. */
async function fetchCharge(
  ctx: Ctx,
  booking: Booking,
  attempt: Attempt,
  timeoutMs: number,
): Promise<AttemptState> {
  const stripe = await ctx.stripe();
  let intent: Stripe.PaymentIntent | null;
  try {
    if (attempt.stripe_id)
      intent = await orLost(callStripe(stripe.paymentIntents.retrieve(attempt.stripe_id), timeoutMs));
    // The attempt has ended since it was read, so that it is not charged.
    else if (!activeStatuses.includes(attempt.status))
      intent = (await findCharge(ctx, booking, attempt, timeoutMs)) ?? null;
    else intent = await charge(ctx, booking, attempt, timeoutMs);
  } catch (error) {
    if (!(error instanceof StripeCallError)) throw error;
    // `not_found`: the card was deleted at the provider. All other errors are not the card's.
    if (!['declined', 'not_found'].includes(error.kind)) {
      await recordDelayedCharge(ctx, booking, attempt, error);
      throw error;
    }
    ctx.log.warn({ err: error, bookingId: booking.id }, 'a stored card was declined');
    return toState('failed');
  }
  if (!intent) return toState('failed');
  await saveAttempt(ctx.db, attempt.id, { stripe_id: intent.id, url: null });
  if (intent.status !== 'succeeded') return toState(intentStates[intent.status] ?? 'failed');
  return { state: { kind: 'paid', paymentId: intent.id, amount: intent.amount_received }, ...without };
}

/** Finds the charge of an attempt whose result is unknown, without making one. @throws AppError `unavailable` */
export async function findCharge(
  ctx: Ctx,
  booking: Booking,
  attempt: Attempt,
  timeoutMs = stripeTimeoutMs,
): Promise<Stripe.PaymentIntent | undefined> {
  const { paymentIntents } = await ctx.stripe();
  const request = { customer: booking.stripe_customer_id ?? '', limit: 100 };
  // `unavailable`, so that an error of this list is not taken for a declined card.
  const { data } = await orUnavailable(noResponse, () => callStripe(paymentIntents.list(request), timeoutMs));
  return data.find((intent) => intent.metadata.attemptId === attempt.id);
}

/**
 * Charges once, after any result of earlier calls.
 * @returns null if nothing was charged and nothing will be
 * @throws StripeCallError
 */
async function charge(
  ctx: Ctx,
  booking: Booking,
  attempt: Attempt,
  timeoutMs: number,
): Promise<Stripe.PaymentIntent | null> {
  const deadline = performance.now() + timeoutMs;
  const call = async <Result>(made: Promise<Result>) => callStripe(made, deadline - performance.now());
  const { paymentIntents } = await ctx.stripe();
  const find = () => findCharge(ctx, booking, attempt, deadline - performance.now());
  const isNew = ctx.now().getTime() - attempt.created_at.getTime() < minuteMs;
  // The provider deletes idempotency keys after a day.
  const earlier = isNew ? undefined : await find();
  if (earlier) return earlier;
  await assertNotPaused(ctx);
  const idempotencyKey = `booking-charge:${attempt.id}`;
  try {
    return await call(paymentIntents.create(chargeParams(booking, attempt), { idempotencyKey }));
  } catch (error) {
    const isRepeated = error instanceof StripeCallError && error.kind === 'provider_error' && !isNew;
    if (!isRepeated) throw error;
    const made = await find();
    if (made) return made;
    // A charge by hosts has no other key: its guest gets a link.
    if (attempt.purpose === 'charge') return null;
    // Nothing was charged, and this key only repeats its error: the next attempt uses another key.
    await setAttemptStatus(ctx.db, attempt.id, 'failed');
    throw error;
  }
}

const chargeParams = (booking: Booking, attempt: Attempt): Stripe.PaymentIntentCreateParams => ({
  amount: attempt.amount_cents,
  currency: attempt.currency,
  customer: booking.stripe_customer_id ?? '',
  payment_method: booking.stripe_payment_method_id ?? '',
  off_session: true,
  confirm: true,
  description: attempt.description,
  metadata: metadata(booking, attempt),
});
