import type Stripe from 'stripe';
import type { Tx } from '../../../db/client.server.ts';
import type { CheckoutStatus } from '../../../db/schema.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isUuid } from '../../../shared/uuid.ts';
import {
  type Checkout,
  checkoutById,
  checkoutOfSession,
  lockCheckout,
  purchaseOfCheckout,
  recordSession,
  type StripeEventRef,
  saveEvent,
  setCheckoutStatus,
  type VersionedCheckout,
} from '../store.server.ts';
import { isUpToDate, recordPayment } from './record-payment.server.ts';
import { CardProviderError, callStripe, orUnavailable, stripeTimeoutMs } from './stripe-call.server.ts';
import {
  expandedParts,
  idOf,
  matchesCheckout,
  readSessionStatus,
  type SessionStatus,
} from './stripe-session.server.ts';
import { loadBilling, type SubscriptionBilling } from './subscription-billing.server.ts';

/** What the provider says at one moment. */
interface Snapshot {
  session: Stripe.Checkout.Session;
  /** Null for a session without a subscription. */
  billing: SubscriptionBilling | null;
}

const unsure =
  'We cannot reach our payment service to confirm your booking right now. Please reload this page in a minute.';
const maxAttempts = 5;

/**
 * Brings our books to where the card provider's are for one session: any number of calls, at once and in any order,
 * leave one purchase and one mail of each kind. Only the provider's present word counts, never an event's.
 * @returns where the checkout stands now, or null for a session that is not of this shop
 * @throws AppError `unavailable` while the provider does not answer; nothing has changed then
 */
export async function settleCheckout(
  ctx: Ctx,
  sessionId: string,
  event?: StripeEventRef,
): Promise<CheckoutStatus | null> {
  for (let look = 0; look < maxAttempts; look += 1) {
    const before = await checkoutOfSession(ctx.db, sessionId);
    const snapshot = await fetchSnapshot(ctx, sessionId);
    if (before) {
      const after = await ctx.db.transaction().execute((tx) => settle(ctx, tx, before, snapshot, event));
      if (after !== 'stale') return after;
    } else if (!(await attachSession(ctx, snapshot))) {
      if (event) await saveEvent(ctx.db, event);
      return null;
    }
  }
  throw new AppError('unavailable', unsure, { retryAfterSeconds: 5 });
}

/** Null when the provider knows no such session. */
async function fetchSnapshot(ctx: Ctx, sessionId: string): Promise<Snapshot | null> {
  const deadline = performance.now() + stripeTimeoutMs;
  return orUnavailable(unsure, async () => {
    try {
      const stripe = await ctx.stripe();
      const session = await callStripe(
        stripe.checkout.sessions.retrieve(sessionId, { expand: expandedParts }),
      );
      const subscription = idOf(session.subscription);
      return { session, billing: subscription ? await loadBilling(ctx, subscription, deadline) : null };
    } catch (error) {
      if (error instanceof CardProviderError && error.kind === 'missing') return null;
      throw error;
    }
  });
}

/** Ties a session to the checkout that a crash kept from learning of it. */
async function attachSession(ctx: Ctx, snapshot: Snapshot | null): Promise<boolean> {
  const checkoutId = snapshot?.session.client_reference_id ?? '';
  if (!snapshot || !isUuid(checkoutId)) return false;
  const { session } = snapshot;
  const checkout = await checkoutById(ctx.db, checkoutId);
  if (!checkout || !matchesCheckout(checkout, session)) return false;
  return (await recordSession(ctx.db, checkoutId, session)) !== undefined;
}

/**
 * Writes what was seen, unless somebody wrote since `before` was read and what was seen would change it: then the look
 * may be the older one and has to be repeated.
 */
async function settle(
  ctx: Ctx,
  tx: Tx,
  before: VersionedCheckout,
  snapshot: Snapshot | null,
  event: StripeEventRef | undefined,
): Promise<CheckoutStatus | 'stale'> {
  const checkout = await lockCheckout(tx, before.id);
  const purchase = await purchaseOfCheckout(tx, before.id);
  const standing = statusFor(ctx, checkout, snapshot);
  const status = nextStatus(checkout, standing);
  if (status !== checkout.status || !isUpToDate(purchase, standing)) {
    if (checkout.version !== before.version) return 'stale';
    await setCheckoutStatus(tx, checkout.id, status);
    if (standing.kind === 'paid') await recordPayment(ctx, tx, checkout, purchase, standing.payment);
  }
  if (event) await saveEvent(tx, event);
  return status;
}

/** A session that is not the one we asked for never becomes a purchase, whatever was paid. */
function statusFor(ctx: Ctx, checkout: Checkout, snapshot: Snapshot | null): SessionStatus {
  if (snapshot && matchesCheckout(checkout, snapshot.session))
    return readSessionStatus(snapshot.session, snapshot.billing);
  const ids = { checkoutId: checkout.id, sessionId: checkout.stripe_session_id };
  ctx.log.error(ids, snapshot ? 'a session differs from its checkout' : 'the card provider lost a session');
  return { kind: 'failed' };
}

const purchaseStatus = { pending: 'open', expired: 'expired', failed: 'failed', paid: 'complete' } as const;

/** What was paid stays paid: a purchase ends by its own status, its checkout stays complete. */
const nextStatus = (checkout: Checkout, standing: SessionStatus): CheckoutStatus =>
  checkout.status === 'complete' ? 'complete' : purchaseStatus[standing.kind];
