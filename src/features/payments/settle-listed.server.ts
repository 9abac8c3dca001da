import type Stripe from 'stripe';
import type { Ctx } from '../../platform/context.server.ts';
import { dayMs } from '../../shared/durations.ts';
import { forEachUntilDown } from './for-each-until-down.server.ts';
import { listCreated } from './list-created.server.ts';
import { applyObject } from './webhook.server.ts';
import { parseEvent } from './webhook-event.ts';

/** The time within which a bank may send a refund back, or decide a dispute. */
const decisionMs = 120 * dayMs;

/**
 * Settles what the provider lists of payments, refunds and disputes since a moment whose events are too old to be fetched.
 * @returns whether all are settled
 */
export async function settleListed(ctx: Ctx, since: Date, signal?: AbortSignal): Promise<boolean> {
  const { paymentIntents, refunds, disputes } = await ctx.stripe();
  const paid = from(since);
  const decided = from(new Date(since.getTime() - decisionMs));
  const intents = await listCreated(paid, (page) => paymentIntents.list(page), signal);
  const events = [
    ...intents.filter(({ status }) => status === 'succeeded').map(named('payment_intent.succeeded')),
    ...(await listCreated(decided, (page) => refunds.list(page), signal)).map(named('refund.updated')),
    ...(await listCreated(decided, (page) => disputes.list(page), signal)).map(
      named('charge.dispute.updated'),
    ),
  ];
  if (signal?.aborted) return false;
  const objects = new Map(events.map((event) => [`${event.object?.kind} ${event.object?.id}`, event]));
  const end = await forEachUntilDown(ctx, [...objects.values()], (event) => applyObject(ctx, event), signal);
  return end === 'done' && !signal?.aborted;
}

const from = (moment: Date): Stripe.RangeQueryParam => ({ gte: Math.floor(moment.getTime() / 1000) });

/** Names an object as an event of its kind does; each state of a dispute has an id of its own. */
const named = (type: string) => (object: { id: string; status: string | null }) =>
  parseEvent({ id: `evt_listed_${object.id}_${object.status}`, type, data: { object } });
