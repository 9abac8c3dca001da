import { calls, get, post } from '../../shared/http/calls.ts';
import { listOf, objectWith } from '../../shared/http/request.ts';
import type {
  HomeReviews,
  Review,
  ReviewForm,
  ReviewPath,
  SentHomeReviewsQuery,
  SentReview,
  SubjectQuery,
} from './contract.server.ts';

const failed = 'Failed to fetch reviews';

/** Reviews on the home page, or on the hosts' page. */
export const reviews = calls('/reviews', {
  list: get<Review[], SubjectQuery>('', failed, {
    parse: listOf(objectWith<Omit<Review, 'isExample'>, Review>({ isExample: false })),
  }),
});

/** What guests of a home wrote. */
export const homeReviews = calls('/properties/:slug/reviews', {
  read: get<HomeReviews, SentHomeReviewsQuery>('', failed),
});

/** The path from a booking to the review of its stay. */
export const tripReview = calls('/bookings/:code/review', {
  read: get<ReviewPath>('', 'Your review could not be opened. Please try again.'),
});

/** The review of one stay, by the link of a mail. */
export const stayReview = calls('/reviews/:token', {
  read: get<ReviewForm>('', 'Your stay could not be loaded. Please try again.'),
  write: post<SentReview, ReviewForm>('', 'Your review could not be sent. Please try again.'),
});
