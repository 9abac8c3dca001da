import type Stripe from 'stripe';
import type { Ctx } from '../../../platform/context.server.ts';
import { businessContact } from '../../listings/store.server.ts';
import { disputeMessage, fetchDispute, getPaymentId } from '../../payments/disputes.server.ts';
import { type StripeEventRef, saveEvent } from '../../payments/events-store.server.ts';
import { findCheckoutBySession } from '../checkout/store.server.ts';
import { disputeEmail } from '../emails/dispute.server.ts';
import { findPurchase, type Purchase } from '../purchases/store.server.ts';
import { findSessionOfPayment } from './find-session.server.ts';
import { settleCheckout } from './settle-checkout.server.ts';

/** Mails the hosts about a dispute opened or decided, once per event; the purchase stays as it is. @throws AppError `unavailable` */
export async function reportDispute(ctx: Ctx, event: StripeEventRef, disputeId: string): Promise<void> {
  const dispute = await fetchDispute(ctx, disputeId);
  // Evidence that hosts add on the provider's page is no news to them.
  const isNews = event.type !== 'charge.dispute.updated';
  const purchase = isNews && dispute && (await findDisputedPurchase(ctx, dispute));
  if (!purchase) {
    await saveEvent(ctx.db, event);
    return;
  }
  const isNew = await ctx.db.transaction().execute(async (tx) => {
    if (!(await saveEvent(tx, event))) return false;
    const email = disputeEmail({
      dispute,
      purchase,
      business: await businessContact(tx),
      settings: ctx.settings,
    });
    await ctx.mail.queue(tx, `dispute-${event.id}`, email);
    return true;
  });
  if (!isNew) return;
  const ids = { disputeId, purchaseId: purchase.id, status: dispute.status };
  ctx.log.error({ event: 'dispute', ...ids }, disputeMessage);
}

/** Undefined for a payment of another shop of the same account. */
async function findDisputedPurchase(ctx: Ctx, dispute: Stripe.Dispute): Promise<Purchase | undefined> {
  const payment = getPaymentId(dispute);
  const sessionId = payment && (await findSessionOfPayment(ctx, payment));
  if (!sessionId || (await settleCheckout(ctx, sessionId)) === null) return undefined;
  const checkout = await findCheckoutBySession(ctx.db, sessionId);
  return checkout && findPurchase(ctx.db, checkout.id);
}
