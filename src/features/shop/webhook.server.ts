import type Stripe from 'stripe';
import type { Ctx } from '../../platform/context.server.ts';
import { AppError } from '../../shared/errors.ts';
import { ask, orUnavailable } from './card-provider.server.ts';
import { settleCheckout } from './settle-checkout.server.ts';
import {
  knownEvents,
  recordEvent,
  type SeenEvent,
  sessionIdOfPayment,
  sessionIdOfSubscription,
} from './store.server.ts';
import { idOf } from './stripe-session.server.ts';

const toleranceSeconds = 300;

/** The events that can change a purchase. */
export const followedTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
] as const;

/**
 * Takes one event of the card provider. It is believed only as far as naming what to look at.
 * @param body the bytes as they arrived; they are parsed only after their signature and age have been checked
 * @throws AppError `invalid` for a forged, altered or old one; `unavailable` so that the provider repeats it later
 */
export async function receiveEvent(ctx: Ctx, body: Buffer, signature: string | undefined): Promise<void> {
  const event = await verified(ctx, body, signature);
  const known = await knownEvents(ctx.db, [event.id]);
  if (!known.has(event.id)) await followEvent(ctx, event);
}

async function verified(ctx: Ctx, body: Buffer, signature: string | undefined): Promise<Stripe.Event> {
  try {
    const stripe = await ctx.stripe();
    return await stripe.webhooks.constructEventAsync(
      body,
      signature ?? '',
      ctx.settings.stripe.webhookSecret,
      toleranceSeconds,
      undefined,
      ctx.now().getTime(),
    );
  } catch (error) {
    ctx.log.warn({ err: error }, 'an event that is not from the card provider was refused');
    throw new AppError('invalid', 'This event is not signed by the card provider, or too old.', {
      cause: error,
    });
  }
}

/** Settles what an event is about; it counts as seen only together with its effect. */
export async function followEvent(ctx: Ctx, event: Stripe.Event): Promise<void> {
  const seen: SeenEvent = { id: event.id, type: event.type };
  const sessionId = await sessionIdOf(ctx, event);
  if (sessionId) await settleCheckout(ctx, sessionId, seen);
  else await recordEvent(ctx.db, seen);
}

async function sessionIdOf(ctx: Ctx, event: Stripe.Event): Promise<string | null> {
  const object = event.data.object as { id?: string; payment_intent?: string | { id: string } | null };
  if (!(followedTypes as readonly string[]).includes(event.type)) return null;
  if (event.type.startsWith('checkout.session.')) return object.id ?? null;
  if (event.type.startsWith('customer.subscription.')) {
    const subscription = object.id;
    if (!subscription) return null;
    return (await sessionIdOfSubscription(ctx.db, subscription)) ?? findSession(ctx, { subscription });
  }
  const payment = idOf(object.payment_intent);
  if (!payment) return null;
  return (await sessionIdOfPayment(ctx.db, payment)) ?? findSession(ctx, { payment_intent: payment });
}

/** A refund's event may come before the payment's own. */
async function findSession(
  ctx: Ctx,
  by: { subscription: string } | { payment_intent: string },
): Promise<string | null> {
  return orUnavailable('The card provider does not answer.', async () => {
    const stripe = await ctx.stripe();
    const { data } = await ask(stripe.checkout.sessions.list({ ...by, limit: 1 }));
    return data[0]?.id ?? null;
  });
}
