import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { changeBooking } from '../changes/change-booking.server.ts';
import { linkRenewedEmail } from '../emails/guest-emails.server.ts';
import { accessUrl } from '../emails/load-email-data.server.ts';
import { isReachable } from '../record/booking.ts';
import { type Booking, lockBooking } from '../record/bookings-store.server.ts';
import { revokeCompanions } from '../record/companions-store.server.ts';
import { renewAccess } from '../record/renew-access.server.ts';

/**
 * Ends the access of leaked links: those mailed before, browsers that followed one, links of companions and reply addresses stop
 * working, and the guest is mailed a new link.
 * @param actor the host; the caller has checked that it is one
 * @throws AppError `conflict` for a guest who has no address
 */
export async function renewLink(ctx: Ctx, { id }: Pick<Booking, 'id'>, actor: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await lockBooking(tx, id);
    if (!isReachable(before))
      throw new AppError('conflict', 'There is no address to send a new link to: nothing was changed.');
    const booking = await renewAccess(ctx, tx, before);
    // Whoever had the leaked link may have shared the stay.
    const areCompanionsEnded = await revokeCompanions(tx, id, ctx.now());
    await changeBooking(ctx, tx, booking, {
      event: 'link_renewed',
      actor,
      mails: (data) => ({
        [`link-renewed-${newId()}`]: linkRenewedEmail(
          { ...data, tripUrl: accessUrl(ctx, booking) },
          { areCompanionsEnded },
        ),
      }),
    });
  });
}
