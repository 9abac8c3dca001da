import { calls, get, post } from '../../shared/http/calls.ts';
import type {
  HideRequest,
  HostedReview,
  HostedReviews,
  ReviewReplyRequest,
  SentHostedReviewsQuery,
  ShowRequest,
} from './contract.server.ts';

/** The hosts' calls about reviews, in a file of their own that guests do not load. */
export const hostedReviews = calls('/admin/reviews', {
  list: get<HostedReviews, SentHostedReviewsQuery>('', 'Failed to fetch the reviews', {
    beyondSpec: { hasMore: { waiting: false, unanswered: false, hidden: false, replied: false } },
  }),
});
export const hostedReview = calls('/admin/reviews/:id', {
  reply: post<ReviewReplyRequest, HostedReview>('/reply', 'The reply could not be sent.'),
  hide: post<HideRequest, HostedReview>('/hide', 'The review could not be hidden.'),
  show: post<ShowRequest, HostedReview>('/show', 'The review could not be shown.'),
});
