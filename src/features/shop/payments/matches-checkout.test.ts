import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import type { Checkout } from '../checkout/store.server.ts';
import { matchesCheckout } from './settle-checkout.server.ts';

const session = (more: object = {}) =>
  ({
    mode: 'payment',
    currency: 'usd',
    amount_total: 67_500,
    client_reference_id: 'checkout-1',
    ...more,
  }) as Stripe.Checkout.Session;

test.each<[string, object]>([
  ['another checkout', { client_reference_id: 'checkout-2' }],
  ['no checkout', { client_reference_id: null }],
  ['another mode', { mode: 'subscription' }],
  ['another currency', { currency: 'eur' }],
  ['a currency in capitals', { currency: 'USD' }],
  ['a cent less', { amount_total: 67_499 }],
  ['a cent more', { amount_total: 67_501 }],
  ['no amount', { amount_total: null }],
])('a session with %s is not that of a checkout', (_, more) => {
  const checkout = {
    id: 'checkout-1',
    type: 'payment',
    currency: 'usd',
    unit_amount_cents: 67_500,
    quantity: 1,
  };
  expect(matchesCheckout(checkout as Checkout, session())).toBe(true);
  expect(matchesCheckout(checkout as Checkout, session(more))).toBe(false);
});
