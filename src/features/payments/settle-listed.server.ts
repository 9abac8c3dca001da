import type Stripe from 'stripe';
import type { Ctx } from '../../platform/context.server.ts';
import { callStripe, noResponse, orUnavailable } from '../../platform/stripe-call.server.ts';
import { dayMs } from '../../shared/durations.ts';
import { forEachUntilDown } from './for-each-until-down.server.ts';
import { applyObject } from './webhook.server.ts';
import { parseEvent } from './webhook-event.ts';

/** So long after it was made a bank may send a refund back, or decide a dispute. */
const decisionMs = 120 * dayMs;

type Page = Pick<Stripe.PaginationParams, 'starting_after'> & {
  created: Stripe.RangeQueryParam;
  limit: number;
};

/**
 * Settles what the provider lists of payments, refunds and disputes since a moment that its events do not reach any more.
 * @returns whether all are settled
 */
export async function settleListed(ctx: Ctx, since: Date, signal?: AbortSignal): Promise<boolean> {
  const { paymentIntents, refunds, disputes } = await ctx.stripe();
  const decidedSince = new Date(since.getTime() - decisionMs);
  const intents = await listSince(since, (page) => paymentIntents.list(page), signal);
  const found = [
    ...intents.filter(({ status }) => status === 'succeeded').map(named('payment_intent.succeeded')),
    ...(await listSince(decidedSince, (page) => refunds.list(page), signal)).map(named('refund.updated')),
    ...(await listSince(decidedSince, (page) => disputes.list(page), signal)).map(
      named('charge.dispute.updated'),
    ),
  ];
  if (signal?.aborted) return false;
  const objects = new Map(found.map((event) => [`${event.object?.kind} ${event.object?.id}`, event]));
  const end = await forEachUntilDown(ctx, [...objects.values()], (event) => applyObject(ctx, event), signal);
  return end === 'done' && !signal?.aborted;
}

/** Names an object as an event of its kind does; each state of a dispute has an id of its own. */
const named = (type: string) => (object: { id: string; status: string | null }) =>
  parseEvent({ id: `evt_listed_${object.id}_${object.status}`, type, data: { object } });

/** @returns the oldest first @throws AppError `unavailable` */
async function listSince<Item extends { id: string }>(
  since: Date,
  list: (page: Page) => Promise<Stripe.ApiList<Item>>,
  signal?: AbortSignal,
): Promise<Item[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const items: Item[] = [];
  let page: Stripe.ApiList<Item>;
  do {
    const starting_after = items.at(-1)?.id;
    const request = { created, limit: 100, ...(starting_after && { starting_after }) };
    page = await orUnavailable(noResponse, () => callStripe(list(request)));
    items.push(...page.data);
  } while (page.has_more && page.data.length > 0 && !signal?.aborted);
  return items.toReversed();
}
