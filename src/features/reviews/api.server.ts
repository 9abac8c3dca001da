import Type from 'typebox';
import { bookedAccess, publicAccess, serve } from '../../platform/http/serve.server.ts';
import { adminAccess } from '../auth/access.server.ts';
import { bookingKeyHeader, requestedBooking } from '../bookings/checkout/requested-booking.server.ts';
import { homeReviews, reviews, stayReview, tripReview } from './calls.ts';
import {
  hideRequest,
  homeReviewsQuery,
  homeReviewsSchema,
  hostedReviewSchema,
  hostedReviewsQuery,
  hostedReviewsSchema,
  newReview,
  replyRequest,
  reviewFormSchema,
  reviewPathSchema,
  reviewSchema,
  showRequest,
  subjectQuery,
} from './contract.server.ts';
import { hostedReview, hostedReviews } from './host-calls.ts';
import { hideReview, listHostedReviews, replyToReview, showReview } from './host-reviews.server.ts';
import { listReviews, readHomeReviews } from './read-reviews.server.ts';
import { readReviewForm, readReviewPath, writeReview } from './write-review.server.ts';

export const reviewsApi = serve(reviews, publicAccess).on('list', {
  summary: 'Reviews for the home page or the hosts page',
  details:
    'In production the newest reviews of stays, and none about the hosts; on a local site the examples, each marked.',
  query: subjectQuery,
  response: Type.Array(reviewSchema),
  cache: 'untilContentChanges',
  run: ({ ctx, query }) => listReviews(ctx, query.subject),
});

export const homeReviewsApi = serve(homeReviews, publicAccess).on('read', {
  summary: 'What guests of a home wrote about their stays',
  details:
    'average, count and distribution are of all reviews, whatever stars; a hidden review counts on, and shows only its month and the reason.',
  query: homeReviewsQuery,
  response: homeReviewsSchema,
  errors: ['notFound'],
  cache: 'untilContentChanges',
  run: ({ ctx, params, query }) => readHomeReviews(ctx, params.slug, query),
});

export const tripReviewApi = serve(tripReview, bookedAccess).on('read', {
  summary: 'Where the stay of a booking is reviewed',
  details: 'For whoever may see the booking, from the check-out day on.',
  headers: bookingKeyHeader,
  response: reviewPathSchema,
  errors: ['notFound', 'conflict: stay_not_over', 'conflict: stay_cancelled', 'conflict: window_closed'],
  run: async ({ c, ctx, params }) => readReviewPath(ctx, await requestedBooking(c, params.code)),
});

export const stayReviewApi = serve(stayReview, bookedAccess)
  .on('read', {
    summary: 'The stay that the link of a mail lets its guest review',
    details: 'The token of the link is the only key.',
    response: reviewFormSchema,
    errors: ['notFound', 'conflict: stay_not_over', 'conflict: stay_cancelled', 'conflict: window_closed'],
    run: ({ ctx, params }) => readReviewForm(ctx, params.token),
  })
  .on('write', {
    summary: 'Publishes the review of a stay at once, or changes it',
    details:
      '201 for the first time; 200 where it changes the review, within 48 hours and while it has no reply. An absent privateNote leaves the earlier one. At most 10 for a link and 30 for a client address within an hour.',
    body: newReview,
    response: reviewFormSchema,
    status: 201,
    errors: [
      'notFound',
      'conflict: stay_not_over',
      'conflict: stay_cancelled',
      'conflict: window_closed',
      'conflict: already_reviewed',
      'tooMany',
    ],
    async run({ ctx, params, json, c }) {
      const { form, isNew } = await writeReview(ctx, params.token, json);
      return isNew ? form : c.json(form);
    },
  });

export const hostedReviewsApi = serve(hostedReviews, adminAccess).on('list', {
  summary: 'Reviews for the hosts: waiting for a reply, asked for and not written, hidden, replied to',
  query: hostedReviewsQuery,
  response: hostedReviewsSchema,
  run: ({ ctx, query }) => listHostedReviews(ctx, query),
});

export const hostedReviewApi = serve(hostedReview, adminAccess)
  .on('reply', {
    summary: 'Replies to a review in public; sent again, it changes the reply',
    details: '409 for an example.',
    body: replyRequest,
    response: hostedReviewSchema,
    errors: ['notFound', 'conflict'],
    run: ({ ctx, params, json }) => replyToReview(ctx, params.id, json.text),
  })
  .on('hide', {
    summary: 'Hides a review with a reason, which stands in its place',
    details: 'It counts on in the average. 409 for an example.',
    body: hideRequest,
    response: hostedReviewSchema,
    errors: ['notFound', 'conflict'],
    run: ({ ctx, params, json }) => hideReview(ctx, params.id, json.reason),
  })
  .on('show', {
    summary: 'Shows a hidden review again',
    details: '409 for an example.',
    body: showRequest,
    response: hostedReviewSchema,
    errors: ['notFound', 'conflict'],
    run: ({ ctx, params }) => showReview(ctx, params.id),
  });
