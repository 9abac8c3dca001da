import type Stripe from 'stripe';
import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { refundFailedNotice } from '../emails/payment-notices.server.ts';
import { queueBookingMail } from '../emails/queue-booking-mail.server.ts';
import { lockBooking } from '../record/bookings-store.server.ts';
import { hasEvent, recordEvent } from '../record/events-store.server.ts';
import { correctPayment } from '../record/payments-store.server.ts';
import {
  failOwnOrder,
  failRefundOrder,
  type RefundOrder,
  refundOrderById,
} from '../record/refunds-store.server.ts';

const failedStatuses: ReadonlySet<string | null> = new Set(['failed', 'canceled']);

export const isFailed = ({ status }: Pick<Stripe.Refund, 'status'>): boolean => failedStatuses.has(status);

/** Records a refund that the provider rejected, and mails the hosts; its amount can be refunded again. */
export const recordRejectedRefund = (ctx: Ctx, order: RefundOrder, error: Error): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const { id: bookingId } = await lockBooking(tx, order.booking_id);
    if ((await refundOrderById(tx, order.id))?.status !== 'pending') return;
    await failRefundOrder(tx, order.id);
    const reason = error.cause instanceof Error ? error.cause.message : '';
    await reportFailure(ctx, tx, bookingId, { id: order.id, amount: order.amount_cents, reason });
    ctx.log.error({ err: error, refundId: order.id, bookingId }, 'a refund was rejected');
  });

export const isRefundFailed = (tx: Tx, bookingId: string, refund: string): Promise<boolean> =>
  hasEvent(tx, { booking_id: bookingId, event: 'refund_failed', details: { refund } });

/** Removes a refund that the guest's bank sent back from the ledger's sums, once, and mails the hosts. */
export const recordFailedRefund = (ctx: Ctx, bookingId: string, refund: Stripe.Refund): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingId);
    const { id, amount } = refund;
    if (await isRefundFailed(tx, bookingId, id)) return;
    await correctPayment(tx, id, { amountCents: 0, reason: 'Refund failed', now: ctx.now() });
    const orderId = refund.metadata?.refundId ?? '';
    if (isUuid(orderId)) await failRefundOrder(tx, orderId);
    await failOwnOrder(tx, bookingId, id);
    const reason = (refund.failure_reason ?? '').replaceAll('_', ' ');
    await reportFailure(ctx, tx, bookingId, { id, amount, reason });
    ctx.log.error({ bookingId, refund: id }, 'a refund failed at the bank');
  });

async function reportFailure(
  ctx: Ctx,
  tx: Tx,
  bookingId: string,
  { id, amount, reason }: { id: string; amount: number; reason: string },
): Promise<void> {
  await recordEvent(tx, {
    booking_id: bookingId,
    event: 'refund_failed',
    actor: 'card provider',
    details: { amount, reason, refund: id },
    created_at: ctx.now(),
  });
  const data = await loadEmailData(ctx, tx, await lockBooking(tx, bookingId));
  const notice = refundFailedNotice(data, { amount, reason });
  await queueBookingMail(ctx, tx, bookingId, `booking-refund-failed-${id}`, notice);
}
