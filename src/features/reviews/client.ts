import type { Fetch } from '../../shared/http/api-error.ts';
import { listOf, objectWith, request } from '../../shared/http/request.ts';
import type {
  HiddenReason,
  HomeReviews,
  HostedReview,
  HostedReviews,
  Review,
  ReviewForm,
  ReviewInput,
} from './review.ts';

/** A server may send no more than the specification names. */
const parseReviews = listOf(objectWith<Omit<Review, 'isExample'>, Review>({ isExample: false }));

const formPath = (token: string) => `/api/reviews/${encodeURIComponent(token)}`;

export const reviewsClient = (fetch: Fetch = globalThis.fetch) => ({
  reviews: () => request(fetch, '/api/reviews', 'Failed to fetch reviews', { parse: parseReviews }),
  /** What guests say about the hosts. */
  ofHosts: () =>
    request(fetch, '/api/reviews', 'Failed to fetch reviews', {
      query: { subject: 'hosts' },
      parse: parseReviews,
    }),
  /** @param page from 1 */
  ofHome: (slug: string, page = 1): Promise<HomeReviews> =>
    request(fetch, `/api/properties/${encodeURIComponent(slug)}/reviews`, 'Failed to fetch reviews', {
      ...(page === 1 ? {} : { query: { page: String(page) } }),
    }),
  form: (token: string): Promise<ReviewForm> =>
    request(fetch, formPath(token), 'Your stay could not be loaded. Please try again.'),
  write: (token: string, json: ReviewInput): Promise<ReviewForm> =>
    request(fetch, formPath(token), 'Your review could not be sent. Please try again.', {
      method: 'POST',
      json,
    }),
});

const actPath = (id: number, act: string) => `/api/admin/reviews/${id}/${act}`;

export const hostReviewsClient = (fetch: Fetch = globalThis.fetch) => ({
  list: (options: { signal?: AbortSignal } = {}): Promise<HostedReviews> =>
    request(fetch, '/api/admin/reviews', 'Failed to fetch the reviews', options),
  reply: (id: number, text: string): Promise<HostedReview> =>
    request(fetch, actPath(id, 'reply'), 'The reply could not be sent.', { method: 'POST', json: { text } }),
  hide: (id: number, reason: HiddenReason): Promise<HostedReview> =>
    request(fetch, actPath(id, 'hide'), 'The review could not be hidden.', {
      method: 'POST',
      json: { reason },
    }),
  show: (id: number): Promise<HostedReview> =>
    request(fetch, actPath(id, 'show'), 'The review could not be shown.', { method: 'POST', json: {} }),
});
