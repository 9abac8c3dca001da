import type Stripe from 'stripe';
import type { Ctx } from '../../platform/context.server.ts';
import { callStripe } from '../../platform/stripe-call.server.ts';

export interface SubscriptionBilling {
  /** End of the newest paid period in Unix seconds; null when none was paid or it was refunded. */
  paidUntil: number | null;
  isRefunded: boolean;
}

/** Enough to reach the last invoice of a whole period: newer ones are for changes within it. */
const maxInvoices = 10;

/**
 * Reads from the invoices until when a subscription is paid: its own period advances before the invoice is paid.
 * @param deadline by `performance.now()`
 * @throws StripeCallError
 */
export async function loadBilling(
  ctx: Ctx,
  subscription: string,
  deadline: number,
): Promise<SubscriptionBilling> {
  const { invoices, invoicePayments } = await ctx.stripe();
  const query = { subscription, status: 'paid', limit: maxInvoices };
  const paid = await callStripe(invoices.list(query), deadline - performance.now());
  const [newest] = paid.data.flatMap(billedPeriod).sort((a, b) => b.end - a.end);
  if (!newest) return { paidUntil: null, isRefunded: false };
  const payments = await callStripe(
    invoicePayments.list({
      invoice: newest.invoiceId,
      status: 'paid',
      limit: 100,
      expand: ['data.payment.payment_intent.latest_charge'],
    }),
    deadline - performance.now(),
  );
  const isRefunded = payments.data.length > 0 && payments.data.every(isFullyRefunded);
  return { paidUntil: isRefunded ? null : newest.end, isRefunded };
}

function billedPeriod(invoice: Stripe.Invoice): { invoiceId: string; end: number }[] {
  const ends = invoice.lines.data
    .filter(({ parent }) => parent?.subscription_item_details?.proration === false)
    .map(({ period }) => period.end);
  return ends.length > 0 ? [{ invoiceId: invoice.id, end: Math.min(...ends) }] : [];
}

function isFullyRefunded({ payment }: Stripe.InvoicePayment): boolean {
  const intent = payment.payment_intent;
  const charge = typeof intent === 'object' ? intent.latest_charge : null;
  return typeof charge === 'object' && charge !== null && charge.refunded;
}
