import type Stripe from 'stripe';
import type { Ctx } from '../../../platform/context.server.ts';
import { callStripe, noResponse, orNull } from '../../../platform/stripe-call.server.ts';
import { readId } from '../../payments/stripe-session.server.ts';
import { findSessionId } from '../purchases/store.server.ts';

/** @returns null when the provider has none. @throws AppError `unavailable` */
export async function findSessionOfSubscription(ctx: Ctx, subscription: string): Promise<string | null> {
  const saved = await findSessionId(ctx.db, 'stripe_subscription_id', subscription);
  return saved ?? fetchSessionId(ctx, { subscription });
}

/** By a payment of a session, or of an invoice of the subscription bought in it. */
export async function findSessionOfPayment(ctx: Ctx, paymentIntent: string): Promise<string | null> {
  const saved = await findSessionId(ctx.db, 'stripe_payment_intent_id', paymentIntent);
  const sessionId = saved ?? (await fetchSessionId(ctx, { payment_intent: paymentIntent }));
  if (sessionId) return sessionId;
  const subscription = await fetchBilledSubscription(ctx, paymentIntent);
  return subscription && findSessionOfSubscription(ctx, subscription);
}

/** An event may come before the payment's own. */
const fetchSessionId = (ctx: Ctx, by: { subscription: string } | { payment_intent: string }) =>
  fetchOrNull(ctx, async ({ checkout }) => {
    const { data } = await callStripe(checkout.sessions.list({ ...by, limit: 1 }));
    return data[0]?.id ?? null;
  });

const fetchBilledSubscription = (ctx: Ctx, paymentIntent: string) =>
  fetchOrNull(ctx, async ({ invoicePayments }) => {
    const payment = { type: 'payment_intent' as const, payment_intent: paymentIntent };
    const { data } = await callStripe(invoicePayments.list({ payment, limit: 1, expand: ['data.invoice'] }));
    const invoice = data[0]?.invoice;
    if (typeof invoice !== 'object' || invoice.deleted) return null;
    return readId(invoice.parent?.subscription_details?.subscription);
  });

const fetchOrNull = (ctx: Ctx, load: (stripe: Stripe) => Promise<string | null>): Promise<string | null> =>
  orNull(noResponse, async () => load(await ctx.stripe()));
