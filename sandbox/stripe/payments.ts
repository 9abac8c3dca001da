import type Stripe from 'stripe';
import { type Ledger, newId } from './database.ts';
import type { Form } from './form.ts';
import { allowOnly, metadataIn, oneOf, optionalInteger, optionalText } from './params.ts';
import { missing, StripeFailure } from './stripe-error.ts';

/** Who pays, and the last four digits of the card. */
export type Payer = { email: string; name: string | null; last4: string };

type Progress = 'succeeded' | 'processing' | 'failed';

/** What a session or an invoice asks for. */
export type Bill = {
  amount: number;
  currency: string;
  description?: string;
  receiptEmail?: string;
  metadata: Record<string, string>;
  /** The customer whose card is stored, or charged. */
  customer?: string;
  /** The stored card; a new one when left out. */
  paymentMethod?: string;
  setupFutureUsage?: 'off_session' | 'on_session';
};

/** Whether a bank disputes a payment, or has taken it back; one that the merchant has won can be refunded. */
const isHeldByBank = (ledger: Ledger, intent: Stripe.Charge['payment_intent']): boolean =>
  ledger.disputes.all().some((dispute) => dispute.payment_intent === intent && dispute.status !== 'won');

/** Records the payment of a bill with its charge; a delayed one is `processing` until a test settles it. */
export function recordPayment(ledger: Ledger, bill: Bill, payer: Payer, progress: Progress): string {
  const { amount, currency } = bill;
  const intentId = newId('pi');
  const intent = {
    id: intentId,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_received: progress === 'succeeded' ? amount : 0,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: null,
    confirmation_method: 'automatic',
    created: ledger.now(),
    currency,
    customer: bill.customer ?? null,
    description: bill.description ?? null,
    last_payment_error: null,
    latest_charge: recordCharge(ledger, bill, payer, intentId, progress),
    livemode: false,
    metadata: bill.metadata,
    next_action: null,
    payment_method: bill.paymentMethod ?? newId('pm'),
    payment_method_types: ['card'],
    receipt_email: bill.receiptEmail ?? null,
    setup_future_usage: bill.setupFutureUsage ?? null,
    shipping: null,
    status: progress,
  };
  ledger.intents.put(intentId, intent as unknown as Stripe.PaymentIntent);
  if (progress === 'succeeded') ledger.emit('payment_intent.succeeded', intent);
  return intentId;
}

function recordCharge(
  ledger: Ledger,
  bill: Bill,
  payer: Payer,
  intentId: string,
  progress: Progress,
): string {
  const { amount, currency } = bill;
  const id = newId('ch');
  const charge = {
    id,
    object: 'charge',
    amount,
    amount_captured: progress === 'succeeded' ? amount : 0,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details: { address: null, email: payer.email, name: payer.name, phone: null, tax_id: null },
    calculated_statement_descriptor: 'STAND-IN',
    captured: progress === 'succeeded',
    created: ledger.now(),
    currency,
    customer: null,
    description: bill.description ?? null,
    disputed: false,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: bill.metadata,
    outcome: { network_status: 'approved_by_network', risk_level: 'normal', type: 'authorized' },
    paid: progress === 'succeeded',
    payment_intent: intentId,
    payment_method: null,
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', last4: payer.last4, exp_month: 12, exp_year: 2034 },
    },
    receipt_email: bill.receiptEmail ?? null,
    receipt_number: null,
    receipt_url: `${ledger.origin}/stripe/receipts/${id}`,
    refunded: false,
    status: progress === 'processing' ? 'pending' : progress,
  };
  ledger.charges.put(id, charge as unknown as Stripe.Charge);
  return id;
}

/** Ends a delayed payment one way or the other. */
export function settlePayment(ledger: Ledger, intentId: string, succeeded: boolean): void {
  const intent = findIntent(ledger, intentId);
  const charge = findCharge(ledger, String(intent.latest_charge));
  ledger.charges.put(charge.id, {
    ...charge,
    amount_captured: succeeded ? charge.amount : 0,
    captured: succeeded,
    failure_code: succeeded ? null : 'generic_decline',
    failure_message: succeeded ? null : 'The payment failed.',
    paid: succeeded,
    status: succeeded ? 'succeeded' : 'failed',
  });
  ledger.intents.put(intentId, {
    ...intent,
    amount_received: succeeded ? intent.amount : 0,
    status: succeeded ? 'succeeded' : 'requires_payment_method',
  });
  if (succeeded) ledger.emit('payment_intent.succeeded', findIntent(ledger, intentId));
}

export function findIntent(ledger: Ledger, id: string): Stripe.PaymentIntent {
  return ledger.intents.get(id) ?? rejectMissing('payment_intent', id);
}

export function findCharge(ledger: Ledger, id: string): Stripe.Charge {
  return ledger.charges.get(id) ?? rejectMissing('charge', id);
}

export function findRefund(ledger: Ledger, id: string): Stripe.Refund {
  return ledger.refunds.get(id) ?? rejectMissing('refund', id);
}

function rejectMissing(noun: string, id: string): never {
  throw missing(noun, id);
}

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** `POST /v1/refunds`: gives back all of a charge or a part of what is left of it. */
export function createRefund(ledger: Ledger, form: Form): Stripe.Refund {
  allowOnly(form, [
    'amount',
    'charge',
    'currency',
    'expand',
    'instructions_email',
    'metadata',
    'payment_intent',
    'reason',
  ]);
  const charge = chargeToRefund(ledger, form);
  const left = charge.amount_captured - charge.amount_refunded;
  const about = { code: 'charge_already_refunded' };
  if (left <= 0 && charge.refunded)
    throw new StripeFailure(`Charge ${charge.id} has already been refunded.`, about);
  if (isHeldByBank(ledger, charge.payment_intent))
    throw new StripeFailure(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  const amount = optionalInteger(form, 'amount', '', 1) ?? left;
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`;
    throw new StripeFailure(message, { param: 'amount' });
  }
  const refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: ledger.now(),
    currency: charge.currency,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: metadataIn(form),
    payment_intent: charge.payment_intent,
    reason: oneOf(form, 'reason', REASONS) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } as unknown as Stripe.Refund;
  const refunded = charge.amount_refunded + amount;
  const after = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
  ledger.refunds.put(refund.id, refund);
  ledger.charges.put(charge.id, after);
  ledger.emit('refund.created', refund);
  ledger.emit('charge.refunded', after);
  ledger.emit('refund.updated', refund);
  return refund;
}

/** The guest's bank sends a refund back days later: the money returns to the merchant. */
export function failRefund(ledger: Ledger, id: string): Stripe.Refund {
  const refund = findRefund(ledger, id);
  if (refund.status === 'failed') return refund;
  const failed: Stripe.Refund = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' };
  const charge = findCharge(ledger, String(refund.charge));
  ledger.refunds.put(id, failed);
  ledger.charges.put(charge.id, {
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
  ledger.emit('refund.failed', failed);
  return failed;
}

function chargeToRefund(ledger: Ledger, form: Form): Stripe.Charge {
  const chargeId = optionalText(form, 'charge');
  if (chargeId) return findCharge(ledger, chargeId);
  const intentId = optionalText(form, 'payment_intent');
  if (!intentId)
    throw new StripeFailure(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  const charge = findCharge(ledger, String(findIntent(ledger, intentId).latest_charge));
  if (charge.paid) return charge;
  throw new StripeFailure(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
    code: 'payment_intent_unexpected_state',
    param: 'payment_intent',
  });
}
