import type Stripe from 'stripe';
import type { Ctx } from '../../platform/context.server.ts';
import { callStripe, orLost } from '../../platform/stripe-call.server.ts';
import type { CheckoutSession } from './stripe-session.server.ts';

/** Requires the payment methods: without them a page offers all that are enabled for the account. Wallets count as cards. */
export type SessionParams = Stripe.Checkout.SessionCreateParams &
  Required<Pick<Stripe.Checkout.SessionCreateParams, 'allowed_payment_method_types'>>;

/** Opens a payment page. The same key with equal parameters gives the same page, for a day. @throws StripeCallError */
export async function openSession(
  ctx: Ctx,
  idempotencyKey: string,
  params: SessionParams,
  timeoutMs?: number,
): Promise<CheckoutSession> {
  const { checkout } = await ctx.stripe();
  return callStripe(checkout.sessions.create(params, { idempotencyKey }), timeoutMs);
}

/**
 * Loads a session with the parts that `readSessionStatus` needs.
 * @returns null if the provider has no such session
 * @throws StripeCallError
 */
export async function loadSession(ctx: Ctx, id: string, timeoutMs?: number): Promise<CheckoutSession | null> {
  const { checkout } = await ctx.stripe();
  const expand = ['payment_intent.latest_charge', 'subscription'];
  return orLost(callStripe(checkout.sessions.retrieve(id, { expand }), timeoutMs));
}

/** Finds the session of a payment or subscription. @throws StripeCallError */
export async function findSession(
  ctx: Ctx,
  by: { subscription: string } | { payment_intent: string },
): Promise<CheckoutSession | null> {
  const { checkout } = await ctx.stripe();
  const { data } = await callStripe(checkout.sessions.list({ ...by, limit: 1 }));
  return data[0] ?? null;
}
