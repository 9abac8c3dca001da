import type Stripe from 'stripe';
import { addInterval, type Ledger, newId, type StoredSession } from './database.ts';
import type { Form } from './form.ts';
import { createInvoice, findInvoice, payInvoice } from './invoices.ts';
import { metadataIn, oneOf } from './params.ts';
import type { Payer } from './payments.ts';
import { missing, StripeFailure } from './stripe-error.ts';

/** Starts the subscription a session has bought, with the invoice of its first period; returns their ids. */
export function startSubscription(
  ledger: Ledger,
  stored: StoredSession,
  payer: Payer,
  paid: boolean,
): { id: string; customer: string; invoice: string } {
  const id = newId('sub');
  const customer = newId('cus', 14);
  const created = ledger.now();
  const subscription = {
    id,
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: created,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    created,
    currency: stored.session.currency ?? 'usd',
    customer,
    default_payment_method: null,
    description: stored.after.description ?? null,
    discounts: [],
    ended_at: null,
    items: {
      object: 'list',
      data: stored.lineItems
        .filter(({ price }) => price?.recurring)
        .map((item) => subscriptionItem(item, id, created)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: stored.after.metadata,
    start_date: created,
    status: 'active',
    trial_end: null,
    trial_start: null,
  };
  ledger.subscriptions.put(id, subscription as unknown as Stripe.Subscription);
  const invoice = bill(ledger, id, paid ? 'paid' : 'open', 'subscription_create', payer);
  return { id, customer, invoice: invoice.id };
}

/** The status of a new period's invoice: a draft for its first hour. */
export const RENEWALS = ['paid', 'open', 'draft'] as const;

/** Begins the next period of a subscription, as Stripe does whether or not it is paid. */
export function renewSubscription(
  ledger: Ledger,
  id: string,
  invoice: (typeof RENEWALS)[number],
): Stripe.Subscription {
  const subscription = findSubscription(ledger, id);
  const data = subscription.items.data.map((item) => {
    const { interval = 'month', interval_count = 1 } = item.price.recurring ?? {};
    const start = item.current_period_end;
    const end = addInterval(start, interval as 'month', interval_count);
    return { ...item, current_period_start: start, current_period_end: end };
  });
  ledger.subscriptions.put(id, { ...subscription, items: { ...subscription.items, data } });
  bill(ledger, id, invoice, 'subscription_cycle', findPayer(ledger, id));
  const status = invoice === 'open' ? 'past_due' : 'active';
  return setStatus(ledger, id, status);
}

/** Pays the newest invoice after all. */
export function payLatestInvoice(ledger: Ledger, id: string): Stripe.Subscription {
  const invoice = findInvoice(ledger, String(findSubscription(ledger, id).latest_invoice));
  payInvoice(ledger, invoice, findPayer(ledger, id));
  return setStatus(ledger, id, 'active');
}

/** The states that a subscription comes to without a call of the product. */
export const STATES = ['active', 'past_due', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'] as const;

export function setStatus(ledger: Ledger, id: string, status: (typeof STATES)[number]): Stripe.Subscription {
  const updated: Stripe.Subscription = { ...findSubscription(ledger, id), status };
  ledger.subscriptions.put(id, updated);
  ledger.emit('customer.subscription.updated', updated);
  return updated;
}

/** Issues the invoice of the present period. */
function bill(
  ledger: Ledger,
  id: string,
  status: (typeof RENEWALS)[number],
  reason: 'subscription_create' | 'subscription_cycle',
  payer: Payer,
): Stripe.Invoice {
  const invoice = createInvoice(ledger, findSubscription(ledger, id), status, reason);
  ledger.subscriptions.put(id, {
    ...findSubscription(ledger, id),
    latest_invoice: invoice.id,
    ...(status === 'open' ? { status: reason === 'subscription_create' ? 'incomplete' : 'past_due' } : {}),
  });
  if (status === 'paid') payInvoice(ledger, invoice, payer);
  if (status === 'open') ledger.emit('invoice.payment_failed', invoice);
  return invoice;
}

/** Who paid the session that the subscription was bought in. */
function findPayer(ledger: Ledger, id: string): Payer {
  const { session } = ledger.sessions.all().find((stored) => stored.session.subscription === id) ?? {};
  const { email, name } = session?.customer_details ?? {};
  return { email: email ?? 'guest@example.com', name: name ?? null, last4: '4242' };
}

function subscriptionItem(item: Stripe.LineItem, subscription: string, created: number): object {
  const recurring = item.price?.recurring;
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    created,
    current_period_start: created,
    current_period_end: recurring
      ? addInterval(created, recurring.interval as 'month', recurring.interval_count)
      : created,
    discounts: [],
    metadata: {},
    price: item.price,
    quantity: item.quantity ?? 1,
    subscription,
    tax_rates: [],
  };
}

export function findSubscription(ledger: Ledger, id: string): Stripe.Subscription {
  const subscription = ledger.subscriptions.get(id);
  if (!subscription) throw missing('subscription', id);
  return subscription;
}

/** `POST /v1/subscriptions/{id}`: its metadata, and whether it ends with the paid period. */
export function updateSubscription(ledger: Ledger, id: string, form: Form): Stripe.Subscription {
  const subscription = findSubscription(ledger, id);
  if (subscription.status === 'canceled') {
    throw new StripeFailure('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const ends = oneOf(form, 'cancel_at_period_end', ['true', 'false'] as const);
  const periodEnd = subscription.items.data[0]?.current_period_end ?? null;
  const updated: Stripe.Subscription = {
    ...subscription,
    metadata: { ...subscription.metadata, ...metadataIn(form) },
    ...(ends === 'true'
      ? { cancel_at_period_end: true, cancel_at: periodEnd, canceled_at: ledger.now() }
      : {}),
    ...(ends === 'false' ? { cancel_at_period_end: false, cancel_at: null, canceled_at: null } : {}),
  };
  ledger.subscriptions.put(id, updated);
  ledger.emit('customer.subscription.updated', updated);
  return updated;
}

/** `DELETE /v1/subscriptions/{id}`: ends it at once. */
export function cancelSubscription(ledger: Ledger, id: string): Stripe.Subscription {
  const subscription = findSubscription(ledger, id);
  if (subscription.status === 'canceled') throw missing('subscription', id);
  const now = ledger.now();
  const ended: Stripe.Subscription = { ...subscription, status: 'canceled', canceled_at: now, ended_at: now };
  ledger.subscriptions.put(id, ended);
  ledger.emit('customer.subscription.deleted', ended);
  return ended;
}
