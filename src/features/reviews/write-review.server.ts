import { getTable } from '../../db/tables.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import type { Limit } from '../../platform/http/rate-limit.server.ts';
import { formatDate, todayAtProperty } from '../../shared/dates.ts';
import { hourMs } from '../../shared/durations.ts';
import { AppError } from '../../shared/errors.ts';
import { addDays } from '../../shared/nights.ts';
import { cleanText } from '../../shared/text/clean-text.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import { hashToken, isToken } from '../auth/tokens.server.ts';
import { type Booking, lockBooking } from '../bookings/record/bookings-store.server.ts';
import { lockTable, unusedIds } from '../tables/store.server.ts';
import type { NewReview, ReviewForm, ReviewPath } from './contract.server.ts';
import { editHours, openDays, reviewConflict } from './review.ts';
import { reviewToken } from './review-link.server.ts';
import {
  insertReview,
  type ReviewedStay,
  reviewedStay,
  updateRequest,
  updateUnanswered,
} from './store.server.ts';

const later = 'Please try again later.';
const clientLimit: Limit = {
  name: 'review-client',
  points: 30,
  seconds: 3_600,
  message: `Many reviews came from your network within an hour. ${later}`,
};
const linkLimit: Limit = {
  name: 'review-link',
  points: 10,
  seconds: 3_600,
  message: `You have sent your review many times within an hour. ${later}`,
};

/** The check-outs of a stay: the present one, and the one that stood when its booking changed after the check-in. */
interface Checkouts {
  checkout: string;
  begunCheckout: string | null;
}

const sortedCheckouts = ({ checkout, begunCheckout }: Checkouts): [first: string, last: string] => {
  const begun = begunCheckout ?? checkout;
  return checkout < begun ? [checkout, begun] : [begun, checkout];
};

/** The last day on which a stay can be reviewed, `YYYY-MM-DD`. */
export const reviewableUntil = (stay: Checkouts): string => addDays(sortedCheckouts(stay)[1], openDays);

const editableSince = (now: Date): Date => new Date(now.getTime() - editHours * hourMs);

const isEditable = ({ reply, publishedAt }: ReviewedStay, now: Date): boolean =>
  reply === '' && publishedAt !== null && publishedAt > editableSince(now);

async function findStay(ctx: Ctx, token: string): Promise<ReviewedStay> {
  const stay = isToken(token) ? await reviewedStay(ctx.db, hashToken(token)) : undefined;
  if (!stay) throw new AppError('notFound', 'There is no stay to review at this address.');
  return stay;
}

/** @throws AppError `conflict` with its reason, where the stay cannot be reviewed now */
function assertReviewable(stay: ReviewedStay, now: Date): void {
  if (stay.status !== 'confirmed' && stay.begunCheckout === null)
    throw reviewConflict('stay_cancelled', 'This stay was cancelled, so it cannot be reviewed.');
  const today = todayAtProperty(now);
  const [from] = sortedCheckouts(stay);
  if (today < from)
    throw reviewConflict(
      'stay_not_over',
      `Your stay is not over yet. From ${formatDate(from)} on you can review it here.`,
    );
  if (stay.reviewId === null && today > reviewableUntil(stay))
    throw reviewConflict(
      'window_closed',
      `A stay can be reviewed for ${openDays} days after check-out. For yours that time is over.`,
    );
}

/** Returns the form without the private note and the guest's address: a link may be forwarded. */
function toForm(stay: ReviewedStay, now: Date): ReviewForm {
  const { home, checkin, checkout, name, rating, guestName, text, publishedAt } = stay;
  const review =
    rating === null || guestName === null || text === null || publishedAt === null
      ? undefined
      : { rating, text, name: guestName, publishedAt: publishedAt.toISOString() };
  return withoutUndefined({
    home,
    checkin,
    checkout,
    name: review?.name ?? cleanText(name).split(/\s+/)[0] ?? '',
    review,
    canEdit: !review || isEditable(stay, now),
  });
}

/** @throws AppError `notFound` before the stay has a link; `conflict` with its reason */
export async function readReviewPath(ctx: Ctx, booking: Booking): Promise<ReviewPath> {
  const token = reviewToken(ctx, booking);
  assertReviewable(await findStay(ctx, token), ctx.now());
  return { path: `/reviews/${token}` };
}

/** @throws AppError `notFound`; `conflict` with its reason */
export async function readReviewForm(ctx: Ctx, token: string): Promise<ReviewForm> {
  const stay = await findStay(ctx, token);
  assertReviewable(stay, ctx.now());
  return toForm(stay, ctx.now());
}

/**
 * Publishes the review of a stay at once, or changes it within 48 hours while it has no reply.
 * @throws AppError `notFound`, `tooMany`; `conflict` with its reason
 */
export async function writeReview(
  ctx: Ctx,
  token: string,
  { rating, text, name, privateNote }: NewReview,
): Promise<{ form: ReviewForm; isNew: boolean }> {
  await ctx.consumeLimit(clientLimit, ctx.clientKey);
  const { bookingId } = await findStay(ctx, token);
  await ctx.consumeLimit(linkLimit, bookingId);
  const now = ctx.now();
  const written = withoutUndefined({
    rating,
    review_html: text,
    guest_name: name,
    private_note: privateNote,
  });
  const isNew = await ctx.db.transaction().execute(async (tx) => {
    // The lock keeps reviews of a stay apart, and from its cancellation and the mail that requests one.
    await lockBooking(tx, bookingId);
    const stay = await findStay({ ...ctx, db: tx }, token);
    assertReviewable(stay, now);
    if (stay.reviewId !== null) {
      const edit = { publishedAfter: editableSince(now), set: { ...written, edited_at: now } };
      if (await updateUnanswered(tx, bookingId, edit)) return false;
      throw reviewConflict('already_reviewed', 'You have reviewed this stay. It can no longer be changed.');
    }
    const table = getTable(ctx.tables, 'reviews');
    await lockTable(tx, table);
    const [id] = await unusedIds(tx, table, 1);
    if (id === undefined) throw new Error('The table of reviews has no free number.');
    await insertReview(tx, { ...written, id, booking_id: bookingId, published_at: now });
    await updateRequest(tx, bookingId, { is_open: false });
    return true;
  });
  ctx.content.clear();
  return { form: toForm(await findStay(ctx, token), now), isNew };
}
