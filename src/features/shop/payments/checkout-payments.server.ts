import type Stripe from 'stripe';
import type { Db } from '../../../db/client.server.ts';
import type { Ctx, PaymentSubject, ProviderObject } from '../../../platform/context.server.ts';
import { callStripe, noResponse, orNull } from '../../../platform/stripe-call.server.ts';
import { readId } from '../../payments/stripe-session.server.ts';
import { findCheckoutBySession, firstCheckoutAt } from '../checkout/store.server.ts';
import { findSessionId } from '../purchases/store.server.ts';
import { reportDispute } from './disputes.server.ts';
import { reconcileCheckouts } from './reconcile-checkouts.server.ts';
import { settleCheckout } from './settle-checkout.server.ts';

/** What guests buy in the shop. All of it is settled by the session in which it was bought. */
export const checkoutPayments: PaymentSubject = {
  firstAt: firstCheckoutAt,
  settle: async (ctx, object) => settleSession(ctx, object, await findSession(ctx.db, object)),
  adopt: async (ctx, object) => settleSession(ctx, object, await fetchSession(ctx, object)),
  reconcile: reconcileCheckouts,
};

async function settleSession(
  ctx: Ctx,
  object: ProviderObject,
  sessionId: string | null | undefined,
): Promise<boolean> {
  if (!sessionId || (await settleCheckout(ctx, sessionId)) === null) return false;
  if (object.kind === 'dispute') await reportDispute(ctx, object, sessionId);
  return true;
}

async function findSession(db: Db, object: ProviderObject): Promise<string | null | undefined> {
  if (object.kind === 'session') return (await findCheckoutBySession(db, object.id))?.stripe_session_id;
  if (object.kind === 'subscription') return findSessionId(db, 'stripe_subscription_id', object.id);
  return findSessionId(db, 'stripe_payment_intent_id', paymentOf(object));
}

/** An event may come before that of the payment. Some are of an invoice of the subscription that was bought in a session. */
async function fetchSession(ctx: Ctx, object: ProviderObject): Promise<string | null> {
  if (object.kind === 'session') return object.id;
  if (object.kind === 'subscription') return listSession(ctx, { subscription: object.id });
  const payment_intent = paymentOf(object);
  const sessionId = await listSession(ctx, { payment_intent });
  if (sessionId) return sessionId;
  const subscription = await fetchBilledSubscription(ctx, payment_intent);
  if (!subscription) return null;
  const billed: ProviderObject = { kind: 'subscription', id: subscription };
  return (await findSession(ctx.db, billed)) ?? fetchSession(ctx, billed);
}

const paymentOf = (object: Exclude<ProviderObject, { kind: 'session' | 'subscription' }>): string =>
  object.kind === 'dispute' ? object.paymentId : object.id;

const listSession = (ctx: Ctx, by: { subscription: string } | { payment_intent: string }) =>
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
