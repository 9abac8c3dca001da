import { AppError } from '../../shared/errors.ts';
import type reviewsTable from '../../shared/schemas/reviews.ts';

export type HiddenReason = (typeof reviewsTable.properties.hidden_reason.enum)[number];

export const hiddenReasonTexts: Record<HiddenReason, string> = {
  names_a_person: 'it names a person',
  abusive: 'it is abusive',
  not_about_the_stay: 'it is not about the stay',
  proven_false: 'it was proven false',
  asked_by_author: 'its author asked for it',
};
export const hiddenReasons = Object.keys(hiddenReasonTexts) as HiddenReason[];

export const reviewsPerPage = 10;
/** Entries of a page of a list of the hosts. */
export const hostedPerPage = 50;
/** The maximum number of pages of a list of the hosts. */
export const maxHostedPages = 2_000;
/** The least number of reviews that show an average, a badge and markup. */
const minReviewsForAverage = 3;
export const openDays = 60;
/** The days between the first mail and the reminder. */
export const reminderDays = 5;
export const editHours = 48;
/** The limits count Unicode characters, so that an emoji is one. */
export const textLength = { min: 20, max: 4_000 };
export const maxReplyLength = 2_000;

/** `2026-07` as `July 2026`. */
export function formatMonth(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return '';
  return monthFormat.format(date);
}
const monthFormat = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: 'UTC' });

type RatingCounts = Record<1 | 2 | 3 | 4 | 5, number>;

/** The number of reviews of each rating, and the average of all, null for fewer than three reviews. */
export function sumRatings(rows: readonly { rating: number; count: number }[]) {
  const distribution: RatingCounts = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  for (const { rating, count } of rows) distribution[rating as keyof RatingCounts] = count;
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const stars = rows.reduce((sum, row) => sum + row.rating * row.count, 0);
  const average = count < minReviewsForAverage ? null : Math.round((stars / count) * 100) / 100;
  return { average, count, distribution };
}

/** Why a review cannot be written: a code and a message. */
export const reviewConflict = (
  reason: 'stay_not_over' | 'stay_cancelled' | 'already_reviewed' | 'window_closed',
  message: string,
): AppError => new AppError('conflict', message, { extra: { reason } });
