import type Stripe from 'stripe';
import type { Ctx } from '../../platform/context.server.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { eventsSyncedUntil, seenEventIds, setEventsSyncedUntil } from './events-store.server.ts';
import { forEachUntilDown, runUnlessDown } from './for-each-until-down.server.ts';
import { listCreated } from './list-created.server.ts';
import { paymentsPausedSince } from './pause-store.server.ts';
import { updatePause } from './payment-pause.server.ts';
import { settleListed } from './settle-listed.server.ts';
import { applyEvent } from './webhook.server.ts';
import { handledTypes, parseEvent, readObjectId } from './webhook-event.ts';

/** The provider lists its events for 30 days. */
const maxReplayMs = 30 * dayMs;
/** Each run also replays the last hour before the progress that is saved; events that are applied already change nothing. */
const overlapMs = hourMs;
const clockSkewMs = minuteMs;

/**
 * Settles what webhooks did not report: the open payments of each subject, and the provider's events since the last
 * successful run. Runs every two minutes; a lost event is applied within ten.
 * @param signal stops it after the present payment or event; the rest waits for the next run
 */
export async function reconcilePayments(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const pausedSince = await paymentsPausedSince(ctx.db);
  const begun = await Promise.all(ctx.paymentSubjects.map((subject) => subject.firstAt(ctx.db)));
  const [first] = [...begun, pausedSince]
    .filter((at) => at !== undefined)
    .toSorted((a, b) => Number(a) - Number(b));
  if (!first) return;
  for (const subject of ctx.paymentSubjects) await subject.reconcile?.(ctx, signal);
  // The events are read even when a subject stopped because the provider seemed down: perhaps only its sessions fail.
  if (signal?.aborted) return;
  let isSynced = false;
  await runUnlessDown(ctx, async () => {
    const areApplied = await replayMissedEvents(ctx, first, signal);
    const isOld = pausedSince !== undefined && !areEventsListed(ctx, pausedSince);
    isSynced = areApplied && (!isOld || (await settleListed(ctx, pausedSince, signal)));
  });
  if (pausedSince && !signal?.aborted) await updatePause(ctx, pausedSince, isSynced);
}

/** Whether the provider still lists all events since a moment. */
const areEventsListed = (ctx: Ctx, since: Date): boolean =>
  since.getTime() >= ctx.now().getTime() - maxReplayMs;

/**
 * Applies the events since the last successful run day by day. Stops at the first failure, with the progress saved.
 * @returns whether all are applied
 */
async function replayMissedEvents(ctx: Ctx, first: Date, signal?: AbortSignal): Promise<boolean> {
  const now = ctx.now().getTime();
  const synced = (await eventsSyncedUntil(ctx.db)) ?? first;
  let since = Math.max(synced.getTime() - overlapMs, now - maxReplayMs);
  let isSynced = true;
  while (since < now) {
    const until = since + dayMs < now ? since + dayMs : now + clockSkewMs;
    const missed = byObject(await missedEvents(ctx, since, until, signal));
    if (signal?.aborted) return false;
    const end = await forEachUntilDown(ctx, missed, (events) => applyAll(ctx, events, signal), signal);
    if (end === 'stopped' || signal?.aborted) return false;
    isSynced &&= end === 'done';
    if (isSynced) await setEventsSyncedUntil(ctx.db, new Date(Math.min(until, now)));
    since = until;
  }
  return isSynced;
}

/** Groups events by their object, so that its failures count once. */
const byObject = (events: Stripe.Event[]): Stripe.Event[][] => [
  ...Map.groupBy(events, (event) => readObjectId(event) ?? event.id).values(),
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
  const list = (page: Stripe.EventListParams) => stripe.events.list({ ...page, types: handledTypes });
  const events = await listCreated(created, list, signal);
  const seen = await seenEventIds(
    ctx.db,
    events.map(({ id }) => id),
  );
  return events.filter(({ id }) => !seen.has(id));
}
