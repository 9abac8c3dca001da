import type Stripe from 'stripe';
import type { Ledger } from './database.ts';
import { findCharge } from './payments.ts';
import { missing, StripeFailure } from './stripe-error.ts';

/** A card that a payment was made with; it belongs to a customer while a session stored it and nothing detached it. */
export function findPaymentMethod(ledger: Ledger, id: string): Stripe.PaymentMethod {
  const first = ledger.intents.all().find(({ payment_method }) => payment_method === id);
  if (!first) throw missing('PaymentMethod', id, 'payment_method');
  const { billing_details, payment_method_details } = findCharge(ledger, String(first.latest_charge));
  const isAttached = first.setup_future_usage === 'off_session' && !ledger.detachedCards.get(id);
  const card = {
    id,
    object: 'payment_method',
    billing_details,
    card: payment_method_details?.card ?? null,
    created: first.created,
    customer: isAttached ? first.customer : null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  return card as unknown as Stripe.PaymentMethod;
}

/** `POST /v1/payment_methods/:id/detach`: it can never be charged again. */
export function detachPaymentMethod(ledger: Ledger, id: string): Stripe.PaymentMethod {
  if (!findPaymentMethod(ledger, id).customer)
    throw new StripeFailure(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  ledger.detachedCards.put(id, { id });
  return findPaymentMethod(ledger, id);
}
