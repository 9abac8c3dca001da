import type Stripe from 'stripe';
import type { Ctx } from '../../../platform/context.server.ts';
import { callStripe, noResponse, orUnavailable } from '../../../platform/stripe-call.server.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { eventsSyncedUntil, seenEventIds, setEventsSyncedUntil } from '../../payments/events-store.server.ts';
import { forEachUntilDown, runUnlessDown } from '../../payments/for-each-until-down.server.ts';
import { paymentsPausedSince } from '../../payments/pause-store.server.ts';
import { updatePause } from '../../payments/payment-pause.server.ts';
import { handledTypes, parseEvent, readSubjectId } from '../../payments/webhook-event.ts';
import { createSession } from '../checkout/create-session.server.ts';
import {
  type Checkout,
  failCheckout,
  firstCheckoutAt,
  listUnsettledCheckouts,
  touchChecked,
} from '../checkout/store.server.ts';
import { settleCheckout } from './settle-checkout.server.ts';
import { applyEvent } from './webhook.server.ts';

const minOpenMs = 2 * minuteMs;
/** Longer than any request waits for the provider. */
const minPendingMs = minuteMs;
const batchSize = 100;
/** The provider lists its events for 30 days. */
const maxReplayMs = 30 * dayMs;
/** Each run repeats the last hour of the one before, so that an event that failed is retried. */
const overlapMs = 60 * minuteMs;
const clockSkewMs = minuteMs;

/**
 * Settles what no event reported: sessions that were paid or expired, refunds, disputes and changed subscriptions since
 * the last successful run, and sessions that a crash left unsaved. Runs every two minutes; a lost event heals within ten.
 * @param signal stops it after the present checkout or event; the rest waits for the next run
 */
export async function reconcileCheckouts(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const [inShop, elsewhere] = [await firstCheckoutAt(ctx.db), await ctx.paymentHooks.firstAt(ctx)];
  const pausedSince = await paymentsPausedSince(ctx.db);
  const first = [inShop, elsewhere, pausedSince]
    .filter((at) => at !== undefined)
    .toSorted((a, b) => Number(a) - Number(b));
  const [firstCheckout] = first;
  if (!firstCheckout) return;
  const now = ctx.now().getTime();
  const checkouts = await listUnsettledCheckouts(ctx.db, {
    openBefore: new Date(now - minOpenMs),
    pendingBefore: new Date(now - minPendingMs),
    limit: batchSize,
  });
  await forEachUntilDown(ctx, checkouts, (checkout) => reconcileOne(ctx, checkout), signal);
  // Even when a checkout found the provider down: one session that it cannot load must not block all events.
  if (signal?.aborted) return;
  let isSynced = false;
  await runUnlessDown(ctx, async () => {
    isSynced = await replayMissedEvents(ctx, firstCheckout, signal);
  });
  if (pausedSince && !signal?.aborted) await updatePause(ctx, pausedSince, isSynced);
}

async function reconcileOne(ctx: Ctx, checkout: Checkout): Promise<void> {
  await touchChecked(ctx.db, checkout.id, ctx.now());
  if (checkout.stripe_session_id) await settleCheckout(ctx, checkout.stripe_session_id);
  else if (checkout.expires_at <= ctx.now()) await failCheckout(ctx.db, checkout.id);
  else await createSession(ctx, checkout);
}

/** Applies the events of each day since the last successful run, and saves its progress after each. @returns whether all are */
async function replayMissedEvents(ctx: Ctx, firstCheckout: Date, signal?: AbortSignal): Promise<boolean> {
  const now = ctx.now().getTime();
  const synced = (await eventsSyncedUntil(ctx.db)) ?? firstCheckout;
  let since = Math.max(synced.getTime() - overlapMs, now - maxReplayMs);
  let isSynced = true;
  while (since < now) {
    const until = since + dayMs < now ? since + dayMs : now + clockSkewMs;
    const missed = bySubject(await missedEvents(ctx, since, until, signal));
    if (signal?.aborted) return false;
    const end = await forEachUntilDown(ctx, missed, (events) => applyAll(ctx, events, signal), signal);
    if (end === 'stopped' || signal?.aborted) return false;
    isSynced &&= end === 'done';
    if (isSynced) await setEventsSyncedUntil(ctx.db, new Date(Math.min(until, now)));
    since = until;
  }
  return isSynced;
}

/** The events of one object together: they fail as one. */
const bySubject = (events: Stripe.Event[]): Stripe.Event[][] => [
  ...Map.groupBy(events, (event) => readSubjectId(event) ?? event.id).values(),
];

async function applyAll(ctx: Ctx, events: Stripe.Event[], signal?: AbortSignal): Promise<void> {
  for (const event of events) if (!signal?.aborted) await applyEvent(ctx, parseEvent(event));
}

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
    page = await orUnavailable(noResponse, () => callStripe(stripe.events.list(request)));
    events.push(...page.data);
  } while (page.has_more && page.data.length > 0 && !signal?.aborted);
  const seen = await seenEventIds(
    ctx.db,
    events.map(({ id }) => id),
  );
  return events.filter(({ id }) => !seen.has(id)).toReversed();
}
