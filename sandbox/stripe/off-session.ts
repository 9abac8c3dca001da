import type Stripe from 'stripe';
import type { Ledger } from './database.ts';
import type { Form } from './form.ts';
import { allowOnly, metadataIn, optionalText, requiredInteger, requiredText } from './params.ts';
import { findPaymentMethod } from './payment-methods.ts';
import { findIntent, recordPayment } from './payments.ts';
import { StripeFailure } from './stripe-error.ts';

const PARAMETERS = [
  'amount',
  'confirm',
  'currency',
  'customer',
  'description',
  'expand',
  'metadata',
  'off_session',
  'payment_method',
  'payment_method_types',
];

/** The card 4000 0000 0000 0341 pays on the hosted page, and is declined whenever it is charged later. */
const DECLINED_LATER = '0341';

/** `POST /v1/payment_intents`: only charges a card that a session stored, off session; nothing else is supported. */
export function chargeStoredCard(ledger: Ledger, form: Form): Stripe.PaymentIntent {
  allowOnly(form, PARAMETERS);
  const bill = {
    amount: requiredInteger(form, 'amount', '', 50),
    currency: requiredText(form, 'currency'),
    customer: requiredText(form, 'customer'),
    paymentMethod: requiredText(form, 'payment_method'),
    metadata: metadataIn(form),
  };
  if (optionalText(form, 'confirm') !== 'true' || optionalText(form, 'off_session') !== 'true')
    throw new StripeFailure('The stand-in only charges stored cards: send confirm and off_session.');
  const stored = findPaymentMethod(ledger, bill.paymentMethod);
  if (stored.customer !== bill.customer) {
    throw new StripeFailure(
      'The provided PaymentMethod was not stored for this customer with `setup_future_usage`.',
      { param: 'payment_method' },
    );
  }
  const { billing_details } = stored;
  const last4 = stored.card?.last4 ?? '';
  if (last4 === DECLINED_LATER) {
    const about = { status: 402, type: 'card_error', code: 'card_declined' };
    throw new StripeFailure('Your card was declined.', about);
  }
  const description = optionalText(form, 'description');
  const payer = { email: billing_details.email ?? '', name: billing_details.name, last4 };
  const id = recordPayment(ledger, { ...bill, ...(description ? { description } : {}) }, payer, 'succeeded');
  return findIntent(ledger, id);
}
