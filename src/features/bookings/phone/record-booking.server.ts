import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { hasAccess } from '../emails/email-data.ts';
import { bookingHoldEmail } from '../emails/guest-emails.server.ts';
import { newBookingNotice } from '../emails/host-emails.server.ts';
import { loadEmailData, payUrl } from '../emails/load-email-data.server.ts';
import { phoneConfirmedEmail } from '../emails/phone-emails.server.ts';
import { queueBookingMail } from '../emails/queue-booking-mail.server.ts';
import type { HostedPrice } from '../quotes/hosted-quote.server.ts';
import { type Booking, updateBooking } from '../record/bookings-store.server.ts';
import { recordEvent } from '../record/events-store.server.ts';
import { insertPayment } from '../record/payments-store.server.ts';
import type { PhoneBookingRequest } from './phone-booking.ts';

export interface Call {
  request: PhoneBookingRequest;
  priced: HostedPrice;
  actor: string;
}

export async function record(ctx: Ctx, tx: Tx, booking: Booking, { request, actor }: Call): Promise<void> {
  const now = ctx.now();
  const { id } = booking;
  const { payment } = request;
  const event = { booking_id: id, actor, created_at: now };
  if (payment.kind === 'link') {
    await recordEvent(tx, { ...event, event: 'held', details: { by: 'phone' } });
    const open = {
      payUrl: payUrl(ctx, booking),
      holdExpiresAt: (booking.hold_expires_at ?? now).toISOString(),
      dueNow: booking.due_now_cents,
      byPhone: true,
    };
    const mail = bookingHoldEmail(await loadEmailData(ctx, tx, booking), open);
    return queueBookingMail(ctx, tx, id, `booking-hold-${id}`, mail);
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
  await recordEvent(tx, { ...event, event: 'paid', details: { amount, how } });
  await recordEvent(tx, { ...event, event: 'confirmed', details: { by: 'phone' } });
  const data = await loadEmailData(ctx, tx, booking);
  if (hasAccess(data)) await updateBooking(tx, id, { arrival_sent_at: now, updated_at: now });
  await queueBookingMail(ctx, tx, id, `booking-confirmed-${id}`, phoneConfirmedEmail(data, { how, amount }));
  await queueBookingMail(ctx, tx, id, `booking-notice-${id}`, newBookingNotice(data, { note: booking.note }));
}
