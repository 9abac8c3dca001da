import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { hashToken } from '../../auth/tokens.server.ts';
import { renewReplyTokens } from '../../inbox/threads/store.server.ts';
import { linkRenewedEmail } from '../emails/guest-emails.server.ts';
import { loadEmailData, payUrl } from '../emails/load-email-data.server.ts';
import { queueBookingMail } from '../emails/queue-booking-mail.server.ts';
import { isReachable } from '../record/booking.ts';
import { bookingKey, emailProof, emailProofName } from '../record/booking-key.server.ts';
import { type Booking, lockBooking, updateBooking } from '../record/bookings-store.server.ts';
import { deleteBoundBrowsers } from '../record/browsers-store.server.ts';
import { recordEvent } from '../record/events-store.server.ts';

/**
 * After a leak: the mailed links from before, the browsers that followed one and the addresses for answers lose the booking,
 * and the guest is mailed a new link.
 * @param actor the host; the caller has checked that it is one
 * @throws AppError `conflict` for a guest who has no address
 */
export async function renewLink(ctx: Ctx, { id }: Pick<Booking, 'id'>, actor: string): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction().execute(async (tx) => {
    const before = await lockBooking(tx, id);
    if (!isReachable(before))
      throw new AppError('conflict', 'There is no address to send a new link to: nothing was changed.');
    const key_version = before.key_version + 1;
    const key_hash = hashToken(bookingKey(ctx, id, key_version));
    await updateBooking(tx, id, { key_version, key_hash, browser_hash: null, updated_at: now });
    await deleteBoundBrowsers(tx, id);
    await renewReplyTokens(tx, id);
    await recordEvent(tx, { booking_id: id, event: 'link_renewed', actor, created_at: now, details: {} });
    const booking = { ...before, key_version, key_hash };
    const data = await loadEmailData(ctx, tx, booking);
    const mail = linkRenewedEmail({ ...data, tripUrl: toLink(ctx, booking, data.tripUrl) });
    await queueBookingMail(ctx, tx, id, `link-renewed-${newId()}`, mail);
  });
}

/** A hold's leads to its payment; a request's also shows that the address is the guest's. */
function toLink(ctx: Ctx, booking: Booking, tripUrl: string): string {
  if (booking.status === 'held') return payUrl(ctx, booking);
  return booking.status === 'requested'
    ? `${tripUrl}&${emailProofName}=${emailProof(ctx, booking.id)}`
    : tripUrl;
}
