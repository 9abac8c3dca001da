import type { Db } from '../../db/client.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { dayMs } from '../../shared/durations.ts';
import { canonicalEmail } from '../../shared/text/email.ts';
import { hashToken } from '../auth/tokens.server.ts';
import { loadEmailData, loadStayFrame } from '../bookings/emails/load-email-data.server.ts';
import { queueBookingMail } from '../bookings/emails/queue-booking-mail.server.ts';
import { type Booking, lockBooking } from '../bookings/record/bookings-store.server.ts';
import { forEachUntilDown } from '../payments/for-each-until-down.server.ts';
import { reviewReminderEmail, reviewRequestEmail } from './emails/review-request.server.ts';
import { reminderDays } from './review.ts';
import { reviewToken, reviewUrl } from './review-link.server.ts';
import { bookingsWithoutReviewToken, dueRequests, requestOfBooking, updateRequest } from './store.server.ts';
import { reviewableUntil } from './write-review.server.ts';

/** The limit of one run; the rest waits for the next one. */
const maxRunMs = 40_000;

/** Runs every minute: gives new requests their links, and mails those that are due. */
export async function runReviews(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const endsAt = performance.now() + maxRunMs;
  const isOver = () => signal?.aborted || performance.now() > endsAt;
  while (!isOver() && (await writeTokens(ctx)) > 0);
  const now = ctx.now();
  const due = await dueRequests(ctx.db, { now, sentBefore: reminderLimit(now) });
  await forEachUntilDown(
    ctx,
    due,
    async ({ booking_id }) => {
      if (!isOver()) await requestReview(ctx, booking_id);
    },
    signal,
  );
}

const reminderLimit = (now: Date): Date => new Date(now.getTime() - reminderDays * dayMs);

/** @returns the number of bookings */
async function writeTokens(ctx: Ctx): Promise<number> {
  const bookings = await bookingsWithoutReviewToken(ctx.db);
  for (const booking of bookings) await writeToken(ctx, ctx.db, booking);
  return bookings.length;
}

const writeToken = (ctx: Ctx, db: Db, booking: Pick<Booking, 'id' | 'key_version'>) =>
  updateRequest(db, booking.id, { token_hash: hashToken(reviewToken(ctx, booking)) });

type ReviewRequest = NonNullable<Awaited<ReturnType<typeof requestOfBooking>>>;

/** The guests of stays that are over and can be reviewed; anonymized guests have no address. */
const canReview = (booking: Booking, request: ReviewRequest, now: Date): boolean =>
  (booking.status === 'confirmed' || request.begunCheckout !== null) &&
  canonicalEmail(booking.email) !== null &&
  !booking.email.endsWith('.invalid') &&
  todayAtProperty(now) <= reviewableUntil(request);

/** Mails a guest once, and again after five days, in the transaction that records it. */
export const requestReview = (ctx: Ctx, bookingId: string): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const request = await requestOfBooking(tx, bookingId);
    const now = ctx.now();
    if (!request?.is_open) return;
    const { sent_at, reminded_at, due_at, is_reviewed, property_id, checkin, checkout } = request;
    const isDue = sent_at === null ? due_at <= now : reminded_at === null && sent_at <= reminderLimit(now);
    if (!isDue) return;
    if (is_reviewed || !canReview(booking, request, now)) {
      await updateRequest(tx, bookingId, { is_open: false });
      return;
    }
    await writeToken(ctx, tx, booking);
    await updateRequest(
      tx,
      bookingId,
      sent_at === null ? { sent_at: now } : { reminded_at: now, is_open: false },
    );
    const mail = sent_at === null ? reviewRequestEmail : reviewReminderEmail;
    const key = `review-${sent_at === null ? 'request' : 'reminder'}-${bookingId}`;
    const link = { url: reviewUrl(ctx, booking), until: reviewableUntil(request) };
    const stay = { ...booking, checkin, checkout };
    // The reviewed home is the one in which the stay began.
    const data = { ...(await loadEmailData(ctx, tx, stay)), ...(await loadStayFrame(ctx, tx, property_id)) };
    const message = mail(data, link);
    await queueBookingMail(ctx, tx, bookingId, key, message);
  });
