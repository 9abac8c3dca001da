import { bookingById } from '../../src/features/bookings/record/bookings-store.server.ts';
import { reviewToken } from '../../src/features/reviews/review-link.server.ts';
import { runReviews } from '../../src/features/reviews/send-requests.server.ts';
import { writeReview } from '../../src/features/reviews/write-review.server.ts';
import { minuteMs } from '../../src/shared/durations.ts';
import { isRefusal } from './guest-steps.ts';
import type { StepOf } from './step.ts';
import { wait } from './wait-step.ts';
import { bookingAt, type World } from './world.ts';

const maxWaitMinutes = 40 * 1_440;

/** The day of departure comes, and the guest reviews the stay; its hosts may still move it. */
export async function review(world: World, step: StepOf<'review'>): Promise<void> {
  const booking = await bookingAt(world, step.booking);
  if (booking?.status !== 'confirmed') return;
  const noon = Date.parse(`${booking.checkout}T18:00:00Z`);
  const minutes = Math.ceil((noon - world.now().getTime()) / minuteMs);
  if (minutes > maxWaitMinutes) return;
  if (minutes > 0) await wait(world, { minutes });
  await runReviews(world.ctx);
  const text = 'A quiet home, two minutes from the beach.';
  try {
    await writeReview(world.ctx, reviewToken(world.ctx, booking), {
      rating: step.rating,
      text,
      name: 'Ann',
      privateNote: undefined,
    });
  } catch (error) {
    // What happened while the time passed may have ended the stay.
    if (isRefusal(error)) return;
    throw error;
  }
  if (world.reviews.has(booking.id)) return;
  const { property_id } = await bookingById(world.ctx.db, booking.id);
  world.reviews.set(booking.id, property_id);
}

/** Reviews that are not with the home that they were written about, or that are gone. */
export async function findMovedReviews({ ctx: { db }, reviews }: World): Promise<string[]> {
  const rows = await db.selectFrom('reviews').select(['booking_id', 'property_id']).execute();
  return [...reviews].flatMap(([bookingId, propertyId]) => {
    const row = rows.find(({ booking_id }) => booking_id === bookingId);
    if (!row) return [`the review of ${bookingId} is gone`];
    return row.property_id === propertyId ? [] : [`the review of ${bookingId} is with another home now`];
  });
}
