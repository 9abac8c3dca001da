import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { chargeable } from '../pricing/min-charge.ts';
import { emailProof, emailProofName } from '../record/booking-key.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { bookingHoldEmail, requestReceivedEmail } from './guest-emails.server.ts';
import { requestNotice } from './host-emails.server.ts';
import { loadEmailData, payUrl } from './load-email-data.server.ts';
import { queueBookingMail } from './queue-booking-mail.server.ts';

/** Queues the link to a new hold that is to be paid; a request goes to the hosts, too. */
export async function queueHoldMails(ctx: Ctx, tx: Tx, booking: Booking, why: string): Promise<void> {
  // Opening its payment confirms it at once, which has a mail of its own.
  if (booking.status === 'held' && chargeable(booking.due_now_cents) === 0) return;
  const data = await loadEmailData(ctx, tx, booking);
  const expiresAt = (booking.hold_expires_at ?? ctx.now()).toISOString();
  if (booking.status === 'held') {
    const payment = { payUrl: payUrl(ctx, booking), holdExpiresAt: expiresAt, dueNow: booking.due_now_cents };
    await queueBookingMail(
      ctx,
      tx,
      booking.id,
      // An offer's hold may have another guest later.
      `booking-hold-${booking.id}${booking.key_version > 0 ? `-${booking.key_version}` : ''}`,
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
