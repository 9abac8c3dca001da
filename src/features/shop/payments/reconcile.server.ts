import type Stripe from 'stripe';
import type { Ctx } from '../../../platform/context.server.ts';
import { openSession } from '../checkout/create-session.server.ts';
import {
  type Checkout,
  eventsSyncedUntil,
  failCheckout,
  firstCheckoutAt,
  seenEventIds,
  setEventsSyncedUntil,
  touchChecked,
  unsettledCheckouts,
} from '../store.server.ts';
import { settleCheckout } from './settle-checkout.server.ts';
import { callStripe, isStripeDown, orUnavailable } from './stripe-call.server.ts';
import { applyEvent } from './webhook.server.ts';
import { handledTypes, parseEvent } from './webhook-event.ts';

const minuteMs = 60_000;
const openForMs = 2 * minuteMs;
/** Longer than any request of ours waits for the provider. */
const openingForMs = minuteMs;
const batch = 100;
const dayMs = 24 * 60 * minuteMs;
/** The provider lists its events for 30 days. */
const maxLookBackMs = 30 * dayMs;
/** Each run looks at the hour before the last one's end again: an event that could not be followed is tried again. */
const overlapMs = 60 * minuteMs;
/** How far the provider's clock may be ahead of ours. */
const clockSkewMs = minuteMs;

/**
 * Finds what no event told: sessions that were paid or ran out, refunds, disputes and changed subscriptions since the
 * last successful run, and sessions that a crash kept from being recorded. Runs every two minutes, so a lost event heals
 * within ten.
 * @param signal ends it after the checkout or event in hand; the rest waits for the next run
 */
export async function reconcileCheckouts(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const firstCheckout = await firstCheckoutAt(ctx.db);
  if (!firstCheckout) return;
  const now = ctx.now().getTime();
  const checkouts = await unsettledCheckouts(ctx.db, {
    openBefore: new Date(now - openForMs),
    openingBefore: new Date(now - openingForMs),
    limit: batch,
  });
  await forEachUntilDown(ctx, checkouts, (checkout) => reconcileOne(ctx, checkout), signal);
  // Even when the provider was away: one session that it cannot look up must not keep all events unread.
  if (!signal?.aborted) await runUnlessDown(ctx, () => replayMissedEvents(ctx, firstCheckout, signal));
}

async function reconcileOne(ctx: Ctx, checkout: Checkout): Promise<void> {
  await touchChecked(ctx.db, checkout.id, ctx.now());
  if (checkout.stripe_session_id) await settleCheckout(ctx, checkout.stripe_session_id);
  else if (checkout.expires_at <= ctx.now()) await failCheckout(ctx.db, checkout.id);
  else await openSession(ctx, checkout);
}

/** Follows the events of each day since the last successful run, and saves how far it came after each. */
async function replayMissedEvents(ctx: Ctx, firstCheckout: Date, signal?: AbortSignal): Promise<void> {
  const now = ctx.now().getTime();
  const synced = (await eventsSyncedUntil(ctx.db)) ?? firstCheckout;
  let since = Math.max(synced.getTime() - overlapMs, now - maxLookBackMs);
  while (since < now) {
    const until = since + dayMs < now ? since + dayMs : now + clockSkewMs;
    const missed = await missedEvents(ctx, since, until, signal);
    if (signal?.aborted) return;
    const isDone = await forEachUntilDown(ctx, missed, (event) => applyEvent(ctx, parseEvent(event)), signal);
    if (!isDone) return;
    await setEventsSyncedUntil(ctx.db, new Date(Math.min(until, now)));
    since = until;
  }
}

/** Events that were not seen yet, oldest first. */
async function missedEvents(
  ctx: Ctx,
  since: number,
  until: number,
  signal?: AbortSignal,
): Promise<Stripe.Event[]> {
  const created = { gte: Math.floor(since / 1000), lt: Math.floor(until / 1000) };
  const stripe = await ctx.stripe();
  const events: Stripe.Event[] = [];
  let page: Stripe.ApiList<Stripe.Event>;
  do {
    const starting_after = events.at(-1)?.id;
    const request = { types: handledTypes, created, limit: 100, ...(starting_after && { starting_after }) };
    page = await orUnavailable('The card provider does not answer.', () =>
      callStripe(stripe.events.list(request)),
    );
    events.push(...page.data);
  } while (page.has_more && page.data.length > 0 && !signal?.aborted);
  const known = await seenEventIds(
    ctx.db,
    events.map(({ id }) => id),
  );
  return events.filter(({ id }) => !known.has(id)).toReversed();
}

/**
 * Works on each in turn; when the provider is away or time is up, the rest waits for the next run.
 * @returns whether all were worked on
 */
async function forEachUntilDown<Item>(
  ctx: Ctx,
  items: Item[],
  act: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<boolean> {
  for (const item of items) {
    if (signal?.aborted || !(await runUnlessDown(ctx, () => act(item)))) return false;
  }
  return true;
}

/**
 * Does one piece of work; a failure of its own is logged and keeps no other work waiting.
 * @returns whether the provider was there
 */
async function runUnlessDown(ctx: Ctx, act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
  } catch (error) {
    if (isStripeDown(error)) {
      ctx.log.warn({ err: error }, 'the card provider is away; looking again later');
      return false;
    }
    ctx.log.error({ err: error }, 'a checkout could not be reconciled');
  }
  return true;
}
