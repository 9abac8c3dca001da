import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { businessContact } from '../../listings/store.server.ts';
import { receipt } from '../emails/receipt.server.ts';
import { hostsNotice } from '../emails/sale-notification.server.ts';
import { type Checkout, insertPurchase, type Purchase, updatePurchase } from '../store.server.ts';
import type { Payment, SessionStatus } from './stripe-session.server.ts';

/** Whether our books say already what was seen. */
export const isUpToDate = (purchase: Purchase | undefined, standing: SessionStatus): boolean =>
  standing.kind !== 'paid' ||
  (purchase?.status === standing.payment.status &&
    purchase.expires_at?.getTime() === standing.payment.expiresAt?.getTime());

/** Writes a payment down: the first time as a purchase with its mails in the same transaction, later as its new state. */
export async function recordPayment(
  ctx: Ctx,
  tx: Tx,
  checkout: Checkout,
  known: Purchase | undefined,
  payment: Payment,
): Promise<void> {
  if (known) {
    await updatePurchase(tx, known.id, { status: payment.status, expires_at: payment.expiresAt });
    return;
  }
  const purchase = await insertPurchase(tx, newPurchase(checkout, payment, ctx.now()));
  if (purchase) await queueMails(ctx, tx, checkout, purchase);
}

const newPurchase = (checkout: Checkout, payment: Payment, now: Date): Purchase => ({
  id: newId(),
  checkout_id: checkout.id,
  stripe_session_id: payment.sessionId,
  stripe_payment_intent_id: payment.paymentIntentId,
  stripe_subscription_id: payment.subscriptionId,
  product_id: checkout.product_id,
  product_name: checkout.product_name,
  amount_cents: payment.amountCents,
  currency: payment.currency,
  type: checkout.type,
  status: payment.status,
  email: canonicalEmail(payment.email) ?? payment.email.trim().toLowerCase(),
  customer_name: payment.customerName,
  purchased_at: payment.paidAt ?? now,
  expires_at: payment.expiresAt,
});

async function queueMails(ctx: Ctx, tx: Tx, checkout: Checkout, purchase: Purchase): Promise<void> {
  const business = await businessContact(tx);
  const facts = { checkout, purchase, business, settings: ctx.settings };
  if (canonicalEmail(purchase.email)) await ctx.mail.queue(tx, `receipt-${purchase.id}`, receipt(facts));
  else ctx.log.warn({ purchaseId: purchase.id }, 'a buyer has no address that mail can be sent to');
  await ctx.mail.queue(tx, `purchase-notice-${purchase.id}`, hostsNotice(facts));
}
