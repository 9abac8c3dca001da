import type Stripe from 'stripe';
import { callStripe, noResponse, orUnavailable } from '../../platform/stripe-call.server.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';

type CreatedPage = Pick<Stripe.PaginationParams, 'starting_after'> & {
  created: Stripe.RangeQueryParam;
  limit: number;
};

/**
 * Lists every page of what the provider created in a time, until the signal is aborted.
 * @param created seconds of Unix time
 * @returns the oldest first
 * @throws AppError `unavailable`
 */
export async function listCreated<Item extends { id: string }>(
  created: Stripe.RangeQueryParam,
  list: (page: CreatedPage) => Promise<Stripe.ApiList<Item>>,
  signal?: AbortSignal,
): Promise<Item[]> {
  const items: Item[] = [];
  let page: Stripe.ApiList<Item>;
  do {
    const request = withoutUndefined({ created, limit: 100, starting_after: items.at(-1)?.id });
    page = await orUnavailable(noResponse, () => callStripe(list(request)));
    items.push(...page.data);
  } while (page.has_more && page.data.length > 0 && !signal?.aborted);
  return items.toReversed();
}
