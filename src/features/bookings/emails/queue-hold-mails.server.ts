import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { emailProof, emailProofName } from '../record/booking-key.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { bookingHoldEmail, requestReceivedEmail } from './guest-emails.server.ts';
import { requestNotice } from './host-emails.server.ts';
import { loadEmailData, payUrl } from './load-email-data.server.ts';
import { queueBookingMail } from './queue-booking-mail.server.ts';

/** Queues the link to a new hold; a request goes to the hosts, too. */
export async function queueHoldMails(ctx: Ctx, tx: Tx, booking: Booking, why: string): Promise<void> {
  const data = await loadEmailData(ctx, tx, booking);
  const expiresAt = (booking.hold_expires_at ?? ctx.now()).toISOString();
  if (booking.status === 'held') {
    const payment = { payUrl: payUrl(ctx, booking), holdExpiresAt: expiresAt, dueNow: booking.due_now_cents };
    await queueBookingMail(
      ctx,
      tx,
      booking.id,
      `booking-hold-${booking.id}`,
      bookingHoldEmail(data, payment),
    );
    return;
  }
  await queueBookingMail(
    ctx,
    tx,
    booking.id,
    `booking-request-${booking.id}`,
    requestReceivedEmail(
      { ...data, tripUrl: `${data.tripUrl}&${emailProofName}=${emailProof(ctx, booking.id)}` },
      { expiresAt },
    ),
  );
  const notice = requestNotice(data, { expiresAt, why, note: booking.note });
  await queueBookingMail(ctx, tx, booking.id, `booking-request-notice-${booking.id}`, notice);
}
