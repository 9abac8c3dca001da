import type { ArrivalDetails } from '../../../db/schema/bookings.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { type Booking, lockBooking, updateBooking } from '../record/bookings-store.server.ts';
import { recordEvent } from '../record/events-store.server.ts';
import { assertSameKey } from '../record/find-booking.server.ts';

const bookingLimit: Limit = {
  name: 'arrival-details',
  points: 30,
  seconds: 3_600,
  message: 'You have changed this often within an hour. Please try again later, or call us.',
};

/**
 * Replaces what the guest said about the arrival.
 * @throws AppError `conflict` before the confirmation, after the check-out day and once cancelled; `invalid` for more
 * people than are booked; `tooMany`
 */
export async function saveArrivalDetails(
  ctx: Ctx,
  authorized: Booking,
  details: ArrivalDetails,
): Promise<void> {
  const { id } = authorized;
  await ctx.consumeLimit(bookingLimit, id);
  await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, id);
    assertSameKey(authorized, booking);
    const now = ctx.now();
    assertOpen(booking, now);
    assertFits(booking, details);
    await updateBooking(tx, id, { arrival_details: JSON.stringify(details), updated_at: now });
    await recordEvent(tx, { booking_id: id, event: 'arrival_details_sent', actor: 'guest', created_at: now });
  });
}

function assertOpen({ status, checkout }: Booking, now: Date): void {
  if (status === 'cancelled') throw new AppError('conflict', 'This stay was cancelled.');
  if (status !== 'confirmed')
    throw new AppError('conflict', 'Please tell us about your arrival once your stay is confirmed.');
  if (checkout < todayAtProperty(now)) throw new AppError('conflict', 'This stay is over.');
}

function assertFits({ guests }: Booking, { adults = 0, children = 0 }: ArrivalDetails): void {
  if (adults + children <= guests) return;
  const message = `This stay is booked for ${pluralize(guests, 'guest')}. If more of you come, please ask for a change first, under “Questions and changes” on your trip’s page.`;
  throw new AppError('invalid', message, { extra: { reason: 'too_many_people' } });
}
