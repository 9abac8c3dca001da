import type Stripe from 'stripe';
import type { Ctx } from '../../../platform/context.server.ts';
import { sessionIdOfPayment, sessionIdOfSubscription } from '../store.server.ts';
import { CardProviderError, callStripe, orUnavailable } from './stripe-call.server.ts';
import { idOf } from './stripe-session.server.ts';

/**
 * The session in which something was bought.
 * @returns null when the provider knows none
 * @throws AppError `unavailable`
 */
export async function findSessionOfSubscription(ctx: Ctx, subscription: string): Promise<string | null> {
  const recorded = await sessionIdOfSubscription(ctx.db, subscription);
  return recorded ?? askForSession(ctx, { subscription });
}

/** As `findSessionOfSubscription`, by a payment of a session, or of an invoice of the subscription bought in it. */
export async function findSessionOfPayment(ctx: Ctx, paymentIntent: string): Promise<string | null> {
  const recorded = await sessionIdOfPayment(ctx.db, paymentIntent);
  const sessionId = recorded ?? (await askForSession(ctx, { payment_intent: paymentIntent }));
  if (sessionId) return sessionId;
  const subscription = await findBilledSubscription(ctx, paymentIntent);
  return subscription && findSessionOfSubscription(ctx, subscription);
}

/** An event may come before the payment's own. */
const askForSession = (ctx: Ctx, by: { subscription: string } | { payment_intent: string }) =>
  orNull(async ({ checkout }) => {
    const { data } = await callStripe(checkout.sessions.list({ ...by, limit: 1 }));
    return data[0]?.id ?? null;
  }, ctx);

/** The subscription whose invoice a payment was for. */
const findBilledSubscription = (ctx: Ctx, paymentIntent: string) =>
  orNull(async ({ invoicePayments }) => {
    const payment = { type: 'payment_intent' as const, payment_intent: paymentIntent };
    const { data } = await callStripe(invoicePayments.list({ payment, limit: 1, expand: ['data.invoice'] }));
    const invoice = data[0]?.invoice;
    if (typeof invoice !== 'object' || invoice.deleted) return null;
    return idOf(invoice.parent?.subscription_details?.subscription);
  }, ctx);

/** Null for what the provider does not know. */
function orNull(load: (stripe: Stripe) => Promise<string | null>, ctx: Ctx): Promise<string | null> {
  return orUnavailable('The card provider does not answer.', async () => {
    try {
      return await load(await ctx.stripe());
    } catch (error) {
      if (error instanceof CardProviderError && error.kind === 'missing') return null;
      throw error;
    }
  });
}
