import type { Db } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { bookingById } from '../record/bookings-store.server.ts';
import { recordEvent } from '../record/events-store.server.ts';
import { hasAccessParts } from './current-access.server.ts';

/** The event that the hosts' screens list as a mail and not in the history. */
export const mailQueued = 'mail_queued';

/**
 * Queues a mail about a booking and records it in its history, in the caller's transaction. Skips a guest without an
 * address.
 */
export async function queueBookingMail(
  ctx: Ctx,
  tx: Db,
  bookingId: string,
  key: string,
  message: MailMessage,
): Promise<void> {
  if (canonicalEmail(message.to.address) === null) return;
  const access = hasAccessParts(message.content.blocks) ? await accessOfBooking(tx, bookingId) : {};
  await ctx.mail.queue(tx, key, { ...message, ...access });
  const to = message.to.address === ctx.settings.hostsEmail ? 'hosts' : 'guest';
  await recordEvent(tx, {
    booking_id: bookingId,
    event: mailQueued,
    actor: 'system',
    created_at: ctx.now(),
    details: { to, subject: message.subject },
  });
}

async function accessOfBooking(
  db: Db,
  bookingId: string,
): Promise<Pick<MailMessage, 'accessParts' | 'accessFor'>> {
  const { property_id, checkin } = await bookingById(db, bookingId);
  return { accessParts: bookingId, accessFor: { property_id, checkin } };
}
