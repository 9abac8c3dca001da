import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { changeBooking } from '../../bookings/changes/change-booking.server.ts';
import { bookingHoldEmail } from '../../bookings/emails/guest-emails.server.ts';
import { newBookingNotice } from '../../bookings/emails/host-emails.server.ts';
import { payUrl } from '../../bookings/emails/load-email-data.server.ts';
import { phoneConfirmedEmail } from '../../bookings/emails/phone-emails.server.ts';
import type { HostedPrice } from '../../bookings/quotes/hosted-quote.server.ts';
import type { Booking } from '../../bookings/record/bookings-store.server.ts';
import { recordEvent } from '../../bookings/record/events-store.server.ts';
import { insertPayment } from '../../bookings/record/payments-store.server.ts';
import type { PhoneBookingRequest } from './contract.server.ts';

export interface PhoneBookingOrder {
  request: PhoneBookingRequest;
  priced: HostedPrice;
  actor: string;
}

export async function record(
  ctx: Ctx,
  tx: Tx,
  booking: Booking,
  { request, actor }: PhoneBookingOrder,
): Promise<void> {
  const now = ctx.now();
  const { id } = booking;
  const { payment } = request;
  if (payment.kind === 'link') {
    const open = {
      payUrl: payUrl(ctx, booking),
      holdExpiresAt: (booking.hold_expires_at ?? now).toISOString(),
      dueNow: booking.due_now_cents,
      byPhone: true,
    };
    await changeBooking(ctx, tx, booking, {
      event: 'held',
      actor,
      details: { by: 'phone' },
      mails: (data) => ({ [`booking-hold-${id}`]: bookingHoldEmail(data, open) }),
    });
    return;
  }
  const { how, amount } = payment;
  await insertPayment(tx, {
    booking_id: id,
    kind: 'charge',
    amount_cents: amount,
    currency: booking.currency,
    method: 'elsewhere',
    reason: how,
    created_at: now,
  });
  await recordEvent(tx, {
    booking_id: id,
    event: 'paid',
    actor,
    details: { amount, how },
    created_at: now,
  });
  await changeBooking(ctx, tx, booking, {
    event: 'confirmed',
    actor,
    details: { by: 'phone' },
    isArrivalSent: true,
    mails: (data) => ({
      [`booking-confirmed-${id}`]: phoneConfirmedEmail(data, { how, amount }),
      [`booking-notice-${id}`]: newBookingNotice(data, { note: booking.note }),
    }),
  });
}
