import type { Ctx, ProviderObject } from '../../../platform/context.server.ts';
import { callStripe, noResponse, orUnavailable } from '../../../platform/stripe-call.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { readSessionStatus } from '../../payments/stripe-session.server.ts';
import { recordUnknownDispute, recordUnknownPayment } from '../../payments/unknown-payments.server.ts';
import { findCheckout } from '../checkout/store.server.ts';
import { fetchSnapshot } from './settle-checkout.server.ts';

/**
 * Records the payment of a session, or its dispute, if a restore lost the checkout.
 * @returns whether there was such a payment
 * @throws AppError `unavailable`
 */
export async function recordLostCheckout(
  ctx: Ctx,
  object: ProviderObject,
  sessionId: string,
): Promise<boolean> {
  const snapshot = await fetchSnapshot(ctx, sessionId);
  const checkoutId = snapshot?.session.metadata?.checkoutId ?? '';
  if (!snapshot || !isUuid(checkoutId) || (await findCheckout(ctx.db, checkoutId))) return false;
  const { session, billing } = snapshot;
  const status = readSessionStatus(session, billing);
  if (status.kind !== 'paid') return false;
  const { payment } = status;
  const paymentId = payment.paymentIntentId ?? payment.subscriptionId ?? sessionId;
  await recordUnknownPayment(ctx, {
    payment_id: paymentId,
    checkout_id: checkoutId,
    amount_cents: payment.amountCents,
    refunded_cents: payment.refundedCents,
    currency: payment.currency,
    description: await fetchDescription(ctx, sessionId),
    paid_at: payment.paidAt ?? new Date(session.created * 1000),
  });
  if (object.kind === 'dispute') await recordUnknownDispute(ctx, { disputeId: object.dispute.id, paymentId });
  return true;
}

/** The description of the purchase that the guest saw. */
const fetchDescription = (ctx: Ctx, sessionId: string): Promise<string> =>
  orUnavailable(noResponse, async () => {
    const { checkout } = await ctx.stripe();
    const { data } = await callStripe(checkout.sessions.listLineItems(sessionId, { limit: 1 }));
    return data[0]?.description ?? '';
  });
