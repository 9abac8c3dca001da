import type Stripe from 'stripe';
import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { lostOrderNotice } from '../emails/payment-notices.server.ts';
import { queueBookingMail } from '../emails/queue-booking-mail.server.ts';
import { type Booking, updateBooking } from '../record/bookings-store.server.ts';
import type { RefundOrder } from '../record/refunds-store.server.ts';

/** Whether we ordered a refund, and a restore lost the order. */
export const isOrderLost = (order: RefundOrder | undefined, { metadata }: Stripe.Refund): boolean =>
  order === undefined && isUuid(metadata?.refundId ?? '');

/** Mails the hosts, and charges no balance before they have checked the stay: the reason of the refund is lost with its order. */
export async function reportLostOrder(
  ctx: Ctx,
  tx: Tx,
  booking: Booking,
  refund: Stripe.Refund,
): Promise<void> {
  const isHeld = booking.status === 'confirmed' && booking.balance_due_on !== null;
  if (isHeld) await updateBooking(tx, booking.id, { balance_due_on: null, updated_at: ctx.now() });
  const notice = lostOrderNotice(await loadEmailData(ctx, tx, booking), { amount: refund.amount, isHeld });
  await queueBookingMail(ctx, tx, booking.id, `booking-lost-order-${refund.id}`, notice);
  ctx.log.error(
    { bookingId: booking.id, refund: refund.id },
    'a refund was made by an order that is not in the ledger',
  );
}
