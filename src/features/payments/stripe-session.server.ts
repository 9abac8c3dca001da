import type Stripe from 'stripe';
import type { PurchaseStatus } from '../../db/schema/sales.ts';
import type { SubscriptionBilling } from './subscription-billing.server.ts';

export type CheckoutSession = Stripe.Checkout.Session;

export interface SessionPayment {
  sessionId: string;
  paymentIntentId: string | null;
  subscriptionId: string | null;
  amountCents: number;
  refundedCents: number;
  currency: string;
  /** The address that the provider confirmed. */
  email: string;
  customerName: string;
  status: PurchaseStatus;
  paidAt: Date | null;
  expiresAt: Date | null;
}

export type SessionStatus =
  | { kind: 'pending' | 'expired' | 'failed' }
  | { kind: 'paid'; payment: SessionPayment };

/** @param session from `loadSession` */
export function readSessionStatus(
  session: CheckoutSession,
  billing: SubscriptionBilling | null,
): SessionStatus {
  if (session.status === 'expired') return { kind: 'expired' };
  if (session.status !== 'complete') return { kind: 'pending' };
  if (session.payment_status === 'unpaid') return { kind: hasFailed(session) ? 'failed' : 'pending' };
  return { kind: 'paid', payment: readPayment(session, billing) };
}

/** Whether a delayed method, such as a bank debit, has failed. */
function hasFailed(session: CheckoutSession): boolean {
  const intent = expanded(session.payment_intent);
  const subscription = expanded(session.subscription);
  return (
    intent?.status === 'requires_payment_method' ||
    intent?.status === 'canceled' ||
    subscription?.status === 'incomplete_expired'
  );
}

function readPayment(session: CheckoutSession, billing: SubscriptionBilling | null): SessionPayment {
  const charge = expanded(expanded(session.payment_intent)?.latest_charge ?? null);
  const subscription = expanded(session.subscription);
  const amountCents = session.amount_total ?? 0;
  const isRefunded = charge?.refunded || billing?.isRefunded;
  const paidAt = charge?.created ?? subscription?.start_date;
  return {
    sessionId: session.id,
    paymentIntentId: readId(session.payment_intent),
    subscriptionId: readId(session.subscription),
    amountCents,
    refundedCents: isRefunded ? amountCents : (charge?.amount_refunded ?? 0),
    currency: session.currency ?? '',
    email: session.customer_details?.email ?? session.customer_email ?? '',
    customerName: (session.customer_details?.name ?? '').slice(0, 200),
    status: isRefunded ? 'refunded' : purchaseStatus(subscription),
    paidAt: paidAt === undefined ? null : toDate(paidAt),
    expiresAt: subscription && billing ? validUntil(subscription, billing) : null,
  };
}

const subscriptionStatuses = new Map<string, PurchaseStatus>([
  ['active', 'active'],
  ['trialing', 'active'],
  ['paused', 'paused'],
  ['canceled', 'ended'],
  ['incomplete_expired', 'ended'],
]);

/** Every status that is neither paid nor ended is due: `past_due`, `unpaid`, `incomplete` and any new one. */
const purchaseStatus = (subscription: Stripe.Subscription | null): PurchaseStatus =>
  subscription ? (subscriptionStatuses.get(subscription.status) ?? 'past_due') : 'active';

/** The end of the paid period, or of the subscription where that is earlier. */
function validUntil(
  { cancel_at, ended_at }: Stripe.Subscription,
  { paidUntil, isRefunded }: SubscriptionBilling,
): Date | null {
  if (isRefunded) return null;
  if (paidUntil === null) return ended_at === null ? null : toDate(ended_at);
  return toDate(Math.min(paidUntil, cancel_at ?? paidUntil, ended_at ?? paidUntil));
}

/** The terms of a session in our ledger. */
interface OpenedSession {
  id: string;
  mode: CheckoutSession['mode'];
  currency: string;
  amountCents: number;
}

/** Whether a session has the reference, mode and price in our ledger; another one must not settle anything. */
export const matchesSession = (
  { id, mode, currency, amountCents }: OpenedSession,
  session: CheckoutSession,
): boolean =>
  session.client_reference_id === id &&
  session.mode === mode &&
  session.currency === currency &&
  session.amount_total === amountCents;

const toDate = (unixSeconds: number): Date => new Date(unixSeconds * 1000);

function expanded<Part extends { id: string }>(part: string | Part | null): Part | null {
  return typeof part === 'string' ? null : part;
}

export const readId = (part: string | { id: string } | null | undefined): string | null =>
  typeof part === 'string' ? part : (part?.id ?? null);
