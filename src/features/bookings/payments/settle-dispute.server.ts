import type { Ctx } from '../../../platform/context.server.ts';
import { fetchDispute, getPaymentId } from '../../payments/disputes.server.ts';
import { paymentByStripeId } from '../record/payments-store.server.ts';
import { settlePayment } from './adopt-payments.server.ts';
import { recordDispute } from './disputes.server.ts';
import { recordUnknownDispute } from './unknown-payments.server.ts';

/**
 * Brings a dispute into the books; its payment comes first where no event has reported that yet.
 * @returns whether it is about a booking. @throws AppError `unavailable`
 */
export async function settleDispute(ctx: Ctx, disputeId: string): Promise<boolean> {
  const dispute = await fetchDispute(ctx, disputeId);
  const paymentId = dispute ? getPaymentId(dispute) : '';
  if (!paymentId) return false;
  const find = () => paymentByStripeId(ctx.db, paymentId);
  const recorded = await find();
  if (!recorded && !(await settlePayment(ctx, paymentId))) return false;
  const payment = recorded ?? (await find());
  if (payment) await recordDispute(ctx, disputeId, payment.booking_id);
  else await recordUnknownDispute(ctx, { disputeId, paymentId });
  return true;
}
