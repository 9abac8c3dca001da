import type { Ctx } from '../../platform/context.server.ts';
import { callStripe, noResponse, orNull, orUnavailable } from '../../platform/stripe-call.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { forEachUntilDown } from '../payments/for-each-until-down.server.ts';
import { maxDeclines } from './balance/balance.server.ts';
import { cardsOfDeletedGuests, clearCard, type StoredCard } from './record/anonymize-store.server.ts';

const batchSize = 100;
/** The same limit as that of the steps of `run_bookings` that call the provider. */
const maxRunMs = 40_000;

/** Removes the stored cards of deleted guests at the provider, then from the ledger; what failed is repeated by the next run. */
export async function detachCards(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const endsAt = performance.now() + maxRunMs;
  const today = todayAtProperty(ctx.now());
  const cards = await cardsOfDeletedGuests(ctx.db, { today, maxDeclines, limit: batchSize });
  await forEachUntilDown(
    ctx,
    cards,
    async (card) => {
      if (performance.now() < endsAt) await detachCard(ctx, card);
    },
    signal,
  );
}

async function detachCard(ctx: Ctx, card: StoredCard): Promise<void> {
  const { paymentMethods } = await ctx.stripe();
  const id = card.stripe_payment_method_id;
  const stored = id === null ? null : await orNull(noResponse, () => callStripe(paymentMethods.retrieve(id)));
  // A card without a customer cannot be charged again, and the provider rejects detaching it.
  if (stored?.customer) await orUnavailable(noResponse, () => callStripe(paymentMethods.detach(stored.id)));
  await clearCard(ctx.db, card);
}
