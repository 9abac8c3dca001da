import type { Ctx } from '../../../platform/context.server.ts';
import { isAccessDue } from '../record/access.server.ts';
import { isReachable } from '../record/booking.ts';
import { lockBooking, updateBooking } from '../record/bookings-store.server.ts';
import { arrivalEmail } from './guest-emails.server.ts';
import { loadEmailData } from './load-email-data.server.ts';
import { queueBookingMail } from './queue-booking-mail.server.ts';

/** Sends address and access three days before arrival, once. */
export const sendArrivalEmail = (ctx: Ctx, bookingId: string): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const now = ctx.now();
    if (booking.arrival_sent_at || !isAccessDue(booking, now) || !isReachable(booking)) return;
    await updateBooking(tx, bookingId, { arrival_sent_at: now, updated_at: now });
    const mail = arrivalEmail(await loadEmailData(ctx, tx, booking));
    await queueBookingMail(ctx, tx, bookingId, `booking-arrival-${bookingId}-${booking.quote_id}`, mail);
  });
