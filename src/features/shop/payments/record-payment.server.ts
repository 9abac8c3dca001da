import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { businessContact } from '../../listings/store.server.ts';
import { loadEmailImage } from '../../media/email-image.server.ts';
import type { SessionPayment, SessionStatus } from '../../payments/stripe-session.server.ts';
import type { Checkout } from '../checkout/store.server.ts';
import { receiptEmail, saleEmail } from '../emails/purchase.server.ts';
import { getProduct } from '../products/store.server.ts';
import { insertPurchase, type Purchase, updatePurchase } from '../purchases/store.server.ts';

/** Whether a purchase is recorded as the provider has it. */
export const isUpToDate = (purchase: Purchase | undefined, session: SessionStatus): boolean =>
  session.kind !== 'paid' ||
  (purchase?.status === session.payment.status &&
    purchase.expires_at?.getTime() === session.payment.expiresAt?.getTime());

/** Saves a payment: first as a purchase with its mails in the same transaction, later as its new status. */
export async function recordPayment(
  ctx: Ctx,
  tx: Tx,
  checkout: Checkout,
  existing: Purchase | undefined,
  payment: SessionPayment,
): Promise<void> {
  if (existing) {
    await updatePurchase(tx, existing.id, { status: payment.status, expires_at: payment.expiresAt });
    return;
  }
  const purchase = await insertPurchase(tx, newPurchase(checkout, payment, ctx.now()));
  if (purchase) await queueMails(ctx, tx, checkout, purchase);
}

const newPurchase = (checkout: Checkout, payment: SessionPayment, now: Date): Purchase => ({
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
  const { images } = await getProduct(tx, purchase.product_id);
  const image = await loadEmailImage(ctx, tx, { url: images[0], alt: purchase.product_name });
  const input = { checkout, purchase, business, settings: ctx.settings, image };
  if (canonicalEmail(purchase.email)) await ctx.mail.queue(tx, `receipt-${purchase.id}`, receiptEmail(input));
  else ctx.log.warn({ purchaseId: purchase.id }, 'a buyer has no address that mail can be sent to');
  await ctx.mail.queue(tx, `purchase-notice-${purchase.id}`, saleEmail(input));
}
