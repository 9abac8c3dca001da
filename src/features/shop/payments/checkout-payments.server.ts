import type { Db } from '../../../db/client.server.ts';
import type { Ctx, PaymentSubject, ProviderObject } from '../../../platform/context.server.ts';
import { callStripe, noResponse, orNull } from '../../../platform/stripe-call.server.ts';
import { findSession } from '../../payments/session-calls.server.ts';
import { readId } from '../../payments/stripe-session.server.ts';
import { findCheckoutBySession, firstCheckoutAt } from '../checkout/store.server.ts';
import { findSessionId } from '../purchases/store.server.ts';
import { reportDispute } from './disputes.server.ts';
import { recordLostCheckout } from './lost-checkouts.server.ts';
import { reconcileCheckouts } from './reconcile-checkouts.server.ts';
import { settleCheckout } from './settle-checkout.server.ts';

type SessionId = string | null | undefined;

/** The shop's purchases, each of which is settled by the session in which it was made. */
export const checkoutPayments: PaymentSubject = {
  firstAt: firstCheckoutAt,
  settle: async (ctx, object) => settleSession(ctx, object, await savedSessionId(ctx.db, object)),
  async adopt(ctx, object) {
    const sessionId = await orNull(noResponse, () => fetchSessionId(ctx, object));
    if (sessionId === null) return false;
    return (await settleSession(ctx, object, sessionId)) || recordLostCheckout(ctx, object, sessionId);
  },
  reconcile: reconcileCheckouts,
};

async function settleSession(ctx: Ctx, object: ProviderObject, sessionId: SessionId): Promise<boolean> {
  if (!sessionId || (await settleCheckout(ctx, sessionId)) === null) return false;
  if (object.kind === 'dispute') await reportDispute(ctx, object, sessionId);
  return true;
}

async function savedSessionId(db: Db, object: ProviderObject): Promise<SessionId> {
  if (object.kind === 'session') return (await findCheckoutBySession(db, object.id))?.stripe_session_id;
  if (object.kind === 'subscription') return findSessionId(db, 'stripe_subscription_id', object.id);
  return findSessionId(db, 'stripe_payment_intent_id', paymentId(object));
}

/** Finds the session of a payment, or of an invoice of the subscription bought in it. An event may precede the payment's own. */
async function fetchSessionId(ctx: Ctx, object: ProviderObject): Promise<string | null> {
  if (object.kind === 'session') return object.id;
  if (object.kind === 'subscription') {
    const session = await findSession(ctx, { subscription: object.id });
    return session?.id ?? null;
  }
  const payment_intent = paymentId(object);
  const session = await findSession(ctx, { payment_intent });
  if (session) return session.id;
  const subscription = await fetchBilledSubscription(ctx, payment_intent);
  if (subscription === null) return null;
  const billed: ProviderObject = { kind: 'subscription', id: subscription };
  return (await savedSessionId(ctx.db, billed)) ?? fetchSessionId(ctx, billed);
}

const paymentId = (object: Exclude<ProviderObject, { kind: 'session' | 'subscription' }>): string =>
  object.kind === 'dispute' ? object.paymentId : object.id;

async function fetchBilledSubscription(ctx: Ctx, paymentIntent: string): Promise<string | null> {
  const { invoicePayments } = await ctx.stripe();
  const payment = { type: 'payment_intent' as const, payment_intent: paymentIntent };
  const { data } = await callStripe(invoicePayments.list({ payment, limit: 1, expand: ['data.invoice'] }));
  const invoice = data[0]?.invoice;
  if (typeof invoice !== 'object' || invoice.deleted) return null;
  return readId(invoice.parent?.subscription_details?.subscription);
}
