import type { Ctx } from '../../../platform/context.server.ts';
import { listFailedMails } from '../../../platform/mail/mailer.server.ts';
import { dayMs } from '../../../shared/durations.ts';
import { confirmationKey } from '../payments/confirm-booking.server.ts';
import { isReachable } from '../record/booking.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { eventsAmong } from '../record/events-store.server.ts';
import type { Trip } from '../record/trip.schema.server.ts';

/**
 * The state of the confirmation mail during the first day; none if the guest got no such mail, has another address since, or the
 * stay moved, whose mail replaces it.
 */
export async function readConfirmationMail(
  { db, now }: Ctx,
  booking: Booking,
): Promise<Trip['confirmationMail']> {
  const { id, status, confirmed_at } = booking;
  if (status !== 'confirmed' || !confirmed_at || now().getTime() - confirmed_at.getTime() > dayMs)
    return undefined;
  const events = await eventsAmong(db, id, ['confirmed', 'guest_corrected', 'moved']);
  if (!events.has('confirmed') || events.has('guest_corrected') || !isReachable(booking)) return undefined;
  const key = confirmationKey(id);
  if ((await listFailedMails(db, [key])).has(key)) return 'failed';
  return events.has('moved') ? undefined : 'on_its_way';
}
