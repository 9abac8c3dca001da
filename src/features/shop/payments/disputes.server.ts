import type Stripe from 'stripe';
import type { Ctx } from '../../../platform/context.server.ts';
import { businessContact } from '../../listings/store.server.ts';
import { disputeNotice } from '../emails/dispute-notice.server.ts';
import {
  checkoutOfSession,
  type Purchase,
  purchaseOfCheckout,
  type StripeEventRef,
  saveEvent,
} from '../store.server.ts';
import { findSessionOfPayment } from './find-session.server.ts';
import { settleCheckout } from './settle-checkout.server.ts';
import { CardProviderError, callStripe, orUnavailable } from './stripe-call.server.ts';
import { idOf } from './stripe-session.server.ts';

/**
 * Mails the hosts about a dispute that was opened or decided, once for each event. The purchase stays as it is: whether
 * the guest still comes is the hosts' decision.
 * @throws AppError `unavailable`
 */
export async function reportDispute(ctx: Ctx, event: StripeEventRef, disputeId: string): Promise<void> {
  const dispute = await fetchDispute(ctx, disputeId);
  const purchase = dispute && (await purchaseOfDispute(ctx, dispute));
  if (!purchase) {
    await saveEvent(ctx.db, event);
    return;
  }
  const isNew = await ctx.db.transaction().execute(async (tx) => {
    if (!(await saveEvent(tx, event))) return false;
    const notice = disputeNotice({
      dispute,
      purchase,
      business: await businessContact(tx),
      settings: ctx.settings,
    });
    await ctx.mail.queue(tx, `dispute-${event.id}`, notice);
    return true;
  });
  if (!isNew) return;
  const ids = { disputeId, purchaseId: purchase.id, status: dispute.status };
  ctx.log.error({ event: 'dispute', ...ids }, 'a payment is disputed, or the dispute was decided');
}

async function fetchDispute(ctx: Ctx, id: string): Promise<Stripe.Dispute | null> {
  return orUnavailable('The card provider does not answer.', async () => {
    try {
      const stripe = await ctx.stripe();
      return await callStripe(stripe.disputes.retrieve(id));
    } catch (error) {
      if (error instanceof CardProviderError && error.kind === 'missing') return null;
      throw error;
    }
  });
}

/** Undefined for a payment of another shop of the same account. */
async function purchaseOfDispute(
  ctx: Ctx,
  { payment_intent }: Stripe.Dispute,
): Promise<Purchase | undefined> {
  const payment = idOf(payment_intent);
  const sessionId = payment && (await findSessionOfPayment(ctx, payment));
  if (!sessionId || (await settleCheckout(ctx, sessionId)) === null) return undefined;
  const checkout = await checkoutOfSession(ctx.db, sessionId);
  return checkout && purchaseOfCheckout(ctx.db, checkout.id);
}
