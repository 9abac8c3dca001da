import type Stripe from 'stripe';
import { type Ledger, newId } from './database.ts';
import type { Form } from './form.ts';
import { nested, optionalText } from './params.ts';
import { type Payer, recordPayment } from './payments.ts';
import { missing } from './stripe-error.ts';

/** The invoice of a subscription's present period. It is paid by `payInvoice`, with any status at its creation. */
export function createInvoice(
  ledger: Ledger,
  subscription: Stripe.Subscription,
  status: 'paid' | 'open' | 'draft',
  reason: 'subscription_create' | 'subscription_cycle',
): Stripe.Invoice {
  const id = newId('in');
  const amount = subscription.items.data.reduce((sum, item) => sum + toAmount(item), 0);
  const created = Math.max(ledger.now(), subscription.items.data[0]?.current_period_start ?? 0);
  const invoice = {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    attempted: status !== 'draft',
    auto_advance: true,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created,
    currency: subscription.currency,
    customer: subscription.customer,
    lines: {
      object: 'list',
      data: subscription.items.data.map((item) => invoiceLine(id, subscription.id, item)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    number: status === 'draft' ? null : newId('STAND', 8),
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    // The period in which items could be added, not the one that is paid for, which the lines have.
    period_start: created,
    period_end: created,
    status: status === 'draft' ? 'draft' : 'open',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount,
    total: amount,
  } as unknown as Stripe.Invoice;
  return ledger.invoices.put(id, invoice);
}

const toAmount = (item: Stripe.SubscriptionItem): number =>
  (item.price.unit_amount ?? 0) * (item.quantity ?? 1);

function invoiceLine(invoice: string, subscription: string, item: Stripe.SubscriptionItem): object {
  return {
    id: newId('il'),
    object: 'line_item',
    amount: toAmount(item),
    currency: item.price.currency,
    description: null,
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription,
        subscription_item: item.id,
      },
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    quantity: item.quantity ?? 1,
    subscription,
    subtotal: toAmount(item),
  };
}

/** Pays an invoice with a payment and a charge of its own. */
export function payInvoice(ledger: Ledger, invoice: Stripe.Invoice, payer: Payer): void {
  const { currency, total: amount } = invoice;
  const now = ledger.now();
  const intent = recordPayment(ledger, { amount, currency, metadata: {} }, payer, 'succeeded');
  const payment = {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: amount,
    amount_requested: amount,
    created: now,
    currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: now },
  };
  ledger.invoicePayments.put(payment.id, payment as Stripe.InvoicePayment);
  const paid: Stripe.Invoice = {
    ...invoice,
    amount_paid: amount,
    amount_remaining: 0,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  };
  ledger.invoices.put(invoice.id, paid);
  ledger.emit('invoice.paid', paid);
}

export function findInvoice(ledger: Ledger, id: string): Stripe.Invoice {
  const invoice = ledger.invoices.get(id);
  if (!invoice) throw missing('invoice', id);
  return invoice;
}

export function invoicesIn(ledger: Ledger, form: Form): Stripe.Invoice[] {
  const subscription = optionalText(form, 'subscription');
  const status = optionalText(form, 'status');
  return ledger.invoices
    .all()
    .filter((one) => !subscription || one.parent?.subscription_details?.subscription === subscription)
    .filter((one) => !status || one.status === status);
}

export function invoicePaymentsIn(ledger: Ledger, form: Form): Stripe.InvoicePayment[] {
  const invoice = optionalText(form, 'invoice');
  const status = optionalText(form, 'status');
  const intent = optionalText(nested(form, 'payment') ?? {}, 'payment_intent', 'payment');
  return ledger.invoicePayments
    .all()
    .filter((one) => !invoice || one.invoice === invoice)
    .filter((one) => !status || one.status === status)
    .filter((one) => !intent || one.payment.payment_intent === intent);
}
