import type Stripe from 'stripe';
import type { Tx } from '../../../db/client.server.ts';
import type { CheckoutStatus } from '../../../db/schema/sales.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { orNull, stripeTimeoutMs } from '../../../platform/stripe-call.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { loadSession } from '../../payments/session-calls.server.ts';
import {
  matchesSession,
  readId,
  readSessionStatus,
  type SessionStatus,
} from '../../payments/stripe-session.server.ts';
import { loadBilling, type SubscriptionBilling } from '../../payments/subscription-billing.server.ts';
import {
  type Checkout,
  findCheckout,
  findCheckoutBySession,
  lockCheckout,
  saveSession,
  setCheckoutStatus,
  type VersionedCheckout,
} from '../checkout/store.server.ts';
import { findPurchase } from '../purchases/store.server.ts';
import { isUpToDate, recordPayment } from './record-payment.server.ts';

interface Snapshot {
  session: Stripe.Checkout.Session;
  /** Null for a session without a subscription. */
  billing: SubscriptionBilling | null;
}

const unconfirmed =
  'We cannot reach our payment service to confirm your booking right now. Please reload this page in a minute.';
const maxAttempts = 5;

/**
 * Updates our ledger from the card provider's state of one session. Idempotent: any number of calls, concurrent and in
 * any order, leave one purchase and one mail of each kind. Only the provider's present state counts, never an event's.
 * @returns the checkout's status, or null for a session that is not of this shop
 * @throws AppError `unavailable` while the provider cannot be reached; nothing has changed then
 */
export async function settleCheckout(ctx: Ctx, sessionId: string): Promise<CheckoutStatus | null> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const before = await findCheckoutBySession(ctx.db, sessionId);
    const snapshot = await fetchSnapshot(ctx, sessionId);
    if (before) {
      const after = await ctx.db.transaction().execute((tx) => settle(ctx, tx, before, snapshot));
      if (after !== 'stale') return after;
    } else if (!(await attachSession(ctx, snapshot))) return null;
  }
  throw new AppError('unavailable', unconfirmed, { retryAfterSeconds: 5 });
}

/** Loads the provider's state of a session; null without one. @throws AppError `unavailable` */
export async function fetchSnapshot(ctx: Ctx, sessionId: string): Promise<Snapshot | null> {
  const deadline = performance.now() + stripeTimeoutMs;
  return orNull(unconfirmed, async () => {
    const session = await loadSession(ctx, sessionId);
    if (!session) return null;
    const subscription = readId(session.subscription);
    return { session, billing: subscription ? await loadBilling(ctx, subscription, deadline) : null };
  });
}

/** Saves the session of a checkout that was not stored because of a crash. */
async function attachSession(ctx: Ctx, snapshot: Snapshot | null): Promise<boolean> {
  const checkoutId = snapshot?.session.client_reference_id ?? '';
  if (!snapshot || !isUuid(checkoutId)) return false;
  const { session } = snapshot;
  const checkout = await findCheckout(ctx.db, checkoutId);
  if (!checkout || !matchesCheckout(checkout, session)) return false;
  return (await saveSession(ctx.db, checkoutId, session)) !== undefined;
}

/** Saves the snapshot; returns `stale` if it was settled concurrently, because the snapshot may be the older one. */
async function settle(
  ctx: Ctx,
  tx: Tx,
  before: VersionedCheckout,
  snapshot: Snapshot | null,
): Promise<CheckoutStatus | 'stale'> {
  const checkout = await lockCheckout(tx, before.id);
  const purchase = await findPurchase(tx, before.id);
  const session = statusFor(ctx, checkout, snapshot);
  const status = nextStatus(checkout, session);
  if (status !== checkout.status || !isUpToDate(purchase, session)) {
    if (checkout.version !== before.version) return 'stale';
    await setCheckoutStatus(tx, checkout.id, status);
    if (session.kind === 'paid') await recordPayment(ctx, tx, checkout, purchase, session.payment);
  }
  return status;
}

/** Whether the session has this checkout's reference, price and mode. */
export const matchesCheckout = (
  { id, type: mode, currency, unit_amount_cents, quantity }: Checkout,
  session: Stripe.Checkout.Session,
): boolean => matchesSession({ id, mode, currency, amountCents: unit_amount_cents * quantity }, session);

/** A session that does not match its checkout never becomes a purchase, with any amount paid. */
function statusFor(ctx: Ctx, checkout: Checkout, snapshot: Snapshot | null): SessionStatus {
  if (snapshot && matchesCheckout(checkout, snapshot.session))
    return readSessionStatus(snapshot.session, snapshot.billing);
  const ids = { checkoutId: checkout.id, sessionId: checkout.stripe_session_id };
  ctx.log.error(ids, snapshot ? 'a session differs from its checkout' : 'the card provider lost a session');
  return { kind: 'failed' };
}

const statusByKind = { pending: 'open', expired: 'expired', failed: 'failed', paid: 'complete' } as const;

/** A purchase ends by its own status; its checkout stays complete. */
const nextStatus = (checkout: Checkout, session: SessionStatus): CheckoutStatus =>
  checkout.status === 'complete' ? 'complete' : statusByKind[session.kind];
