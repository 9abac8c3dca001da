import type { Ctx } from '../../../platform/context.server.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { forEachUntilDown } from '../../payments/for-each-until-down.server.ts';
import { createSession } from '../checkout/create-session.server.ts';
import {
  type Checkout,
  failCheckout,
  listUnsettledCheckouts,
  touchChecked,
} from '../checkout/store.server.ts';
import { settleCheckout } from './settle-checkout.server.ts';

const minOpenMs = 2 * minuteMs;
/** This is longer than any request waits for the provider. */
const minPendingMs = minuteMs;
const batchSize = 100;

/** Settles sessions that were paid or expired without an event, and those that a crash left unsaved. */
export async function reconcileCheckouts(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const now = ctx.now().getTime();
  const checkouts = await listUnsettledCheckouts(ctx.db, {
    openBefore: new Date(now - minOpenMs),
    pendingBefore: new Date(now - minPendingMs),
    limit: batchSize,
  });
  await forEachUntilDown(ctx, checkouts, (checkout) => reconcileOne(ctx, checkout), signal);
}

async function reconcileOne(ctx: Ctx, checkout: Checkout): Promise<void> {
  await touchChecked(ctx.db, checkout.id, ctx.now());
  if (checkout.stripe_session_id) await settleCheckout(ctx, checkout.stripe_session_id);
  else if (checkout.expires_at <= ctx.now()) await failCheckout(ctx.db, checkout.id);
  else await createSession(ctx, checkout);
}
