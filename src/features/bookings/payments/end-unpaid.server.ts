import type { BookingStatus } from '../../../db/schema/bookings.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { orUnavailable } from '../../../platform/stripe-call.server.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { changeBooking } from '../changes/change-booking.server.ts';
import { requestDeclinedEmail } from '../emails/guest-emails.server.ts';
import { bookUrl } from '../emails/load-email-data.server.ts';
import { type Attempt, activeAttempt, failUncharged, saveAttempt } from '../record/attempts-store.server.ts';
import { type Booking, bookingById, lockBooking } from '../record/bookings-store.server.ts';
import { assertSameKey } from '../record/find-booking.server.ts';
import { findCharge } from './attempt-calls.server.ts';
import { closePage, createPage } from './payment-page.server.ts';
import { settleAttempt, unconfirmed } from './settle-booking.server.ts';
import { holdStep } from './settlement.ts';

const maxRounds = 3;

/**
 * Closes the payment page of an unpaid hold, then ends the hold.
 * @param isReleased ends it also while a bank works on its payment, which is then refunded in full
 * @param authorized the booking of a guest's request
 * @returns the status of the booking now
 * @throws AppError `unavailable`; the nights are still held
 */
export async function endUnpaidHold(
  ctx: Ctx,
  bookingId: string,
  to: 'released' | 'expired',
  actor: string,
  { isReleased = false, authorized }: { isReleased?: boolean; authorized?: Booking } = {},
): Promise<BookingStatus> {
  for (let round = 0; round < maxRounds; round += 1) {
    const { status: before, hold_expires_at } = await bookingById(ctx.db, bookingId);
    if (before !== 'held') return before;
    const attempt = await activeAttempt(ctx.db, bookingId);
    // A new payment page may have extended the hold since.
    if (to === 'expired' && (hold_expires_at ?? ctx.now()) > ctx.now()) return 'held';
    if (attempt) await closeAttempt(ctx, attempt);
    const status = await ctx.db.transaction().execute(async (tx) => {
      const booking = await lockBooking(tx, bookingId);
      if (authorized) assertSameKey(authorized, booking);
      if (booking.status !== 'held') return booking.status;
      const active = (await activeAttempt(tx, bookingId))?.status ?? null;
      const now = ctx.now();
      const ending = to === 'released' ? { ...booking, hold_expires_at: now } : booking;
      const step = holdStep(ending, active, now);
      if (step === 'close_page') return null;
      if (step === 'keep' && !isReleased) return booking.status;
      const cancelled_at = active === 'processing' ? now : booking.cancelled_at;
      await changeBooking(ctx, tx, booking, { status: to, set: { cancelled_at }, event: to, actor });
      return to;
    });
    if (status) return status;
  }
  return 'held';
}

/**
 * Ends an active payment before a stay is cancelled or moved, or settles it where it was made already. Never charges a card:
 * a charge whose result is unknown stays active. @throws AppError `unavailable`
 */
export async function endAttempt(ctx: Ctx, attempt: Attempt): Promise<void> {
  if (attempt.kind === 'page' || attempt.stripe_id) return closeAttempt(ctx, attempt);
  const booking = await bookingById(ctx.db, attempt.booking_id);
  const made = await findCharge(ctx, booking, attempt);
  if (!made) return failUncharged(ctx.db, attempt.id, new Date(ctx.now().getTime() - minuteMs));
  await saveAttempt(ctx.db, attempt.id, { stripe_id: made.id, url: null });
  await settleAttempt(ctx, attempt.id);
}

/** Closes the payment of an attempt at the provider and settles it. @throws AppError `unavailable` */
export async function closeAttempt(ctx: Ctx, attempt: Attempt): Promise<void> {
  await orUnavailable(unconfirmed, async () => {
    if (attempt.kind !== 'page' || attempt.status === 'processing') return;
    const isUnknown = attempt.status === 'pending';
    const open = isUnknown
      ? await createPage(ctx, await bookingById(ctx.db, attempt.booking_id), attempt)
      : attempt;
    await closePage(ctx, open);
  });
  await settleAttempt(ctx, attempt.id);
}

/** Expires a request that the hosts neither approved nor declined in time. */
export const lapseRequest = (ctx: Ctx, bookingId: string): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const now = ctx.now();
    if (booking.status !== 'requested' || (booking.hold_expires_at ?? now) > now) return;
    const reason = 'We could not answer your request in time.';
    await changeBooking(ctx, tx, booking, {
      status: 'expired',
      event: 'expired',
      actor: 'system',
      mails: (data) => ({
        [`booking-lapsed-${bookingId}`]: requestDeclinedEmail(data, {
          reason,
          bookUrl: bookUrl(ctx, data.slug),
        }),
      }),
    });
  });
