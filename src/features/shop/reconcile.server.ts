import type Stripe from 'stripe';
import type { Ctx } from '../../platform/context.server.ts';
import { ask, isProviderAway, orUnavailable } from './card-provider.server.ts';
import { openSession } from './open-session.server.ts';
import { settleCheckout } from './settle-checkout.server.ts';
import {
  anyCheckout,
  type Checkout,
  failOpening,
  knownEvents,
  markChecked,
  unsettledCheckouts,
} from './store.server.ts';
import { followEvent } from './webhook.server.ts';
import { followedTypes, parseEvent } from './webhook-event.ts';

const minuteMs = 60_000;
const openForMs = 2 * minuteMs;
/** Longer than any request of ours waits for the provider. */
const openingForMs = minuteMs;
const batch = 100;
const eventsBackMs = 60 * minuteMs;
const eventsInAll = 300;

/**
 * Finds what no event told: sessions that were paid or ran out, refunds and ended subscriptions of the last hour, and
 * sessions that a crash kept from being written down. Runs every two minutes, so a lost event heals within ten.
 */
export async function reconcileCheckouts(ctx: Ctx): Promise<void> {
  if (!(await anyCheckout(ctx.db))) return;
  const now = ctx.now().getTime();
  const checkouts = await unsettledCheckouts(ctx.db, {
    openBefore: new Date(now - openForMs),
    openingBefore: new Date(now - openingForMs),
    limit: batch,
  });
  const isThere = await eachWhileThere(ctx, checkouts, (checkout) => lookAt(ctx, checkout));
  if (isThere) await whileThere(ctx, () => followMissedEvents(ctx));
}

async function lookAt(ctx: Ctx, checkout: Checkout): Promise<void> {
  await markChecked(ctx.db, checkout.id, ctx.now());
  if (checkout.stripe_session_id) await settleCheckout(ctx, checkout.stripe_session_id);
  else if (checkout.expires_at <= ctx.now()) await failOpening(ctx.db, checkout.id);
  else await openSession(ctx, checkout);
}

async function followMissedEvents(ctx: Ctx): Promise<void> {
  const since = Math.floor((ctx.now().getTime() - eventsBackMs) / 1000);
  const events = await recentEvents(ctx, since);
  const known = await knownEvents(
    ctx.db,
    events.map((event) => event.id),
  );
  const missed = events.filter((event) => !known.has(event.id));
  await eachWhileThere(ctx, missed, (event) => followEvent(ctx, parseEvent(event)));
}

/** Oldest first. */
async function recentEvents(ctx: Ctx, since: number): Promise<Stripe.Event[]> {
  const query = { types: followedTypes, created: { gte: since }, limit: 100 };
  const stripe = await ctx.stripe();
  const list = stripe.events.list(query).autoPagingToArray({ limit: eventsInAll });
  const events = await orUnavailable('The card provider does not answer.', () => ask(list));
  return events.toReversed();
}

/**
 * Works on each in turn; when the provider is away, the rest waits for the next run.
 * @returns whether the provider was there throughout
 */
async function eachWhileThere<Item>(
  ctx: Ctx,
  items: Item[],
  act: (item: Item) => Promise<void>,
): Promise<boolean> {
  for (const item of items) if (!(await whileThere(ctx, () => act(item)))) return false;
  return true;
}

/**
 * Does one piece of work; a failure of its own is logged and keeps no other work waiting.
 * @returns whether the provider was there
 */
async function whileThere(ctx: Ctx, act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
  } catch (error) {
    if (isProviderAway(error)) {
      ctx.log.warn({ err: error }, 'the card provider is away; looking again later');
      return false;
    }
    ctx.log.error({ err: error }, 'a checkout could not be reconciled');
  }
  return true;
}
