import type Stripe from 'stripe';
import type { Form } from './form.ts';
import { addInterval, type Ledger, newId, type StoredSession } from './ledger.ts';
import { metadataIn, oneOf } from './params.ts';
import { missing, Refusal } from './refusal.ts';

/** Starts the subscription a paid session has bought; answers its id and the customer's. */
export function startSubscription(ledger: Ledger, stored: StoredSession): { id: string; customer: string } {
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
  return { id, customer };
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
    throw new Refusal('A canceled subscription can only update its cancellation_details and metadata.');
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
