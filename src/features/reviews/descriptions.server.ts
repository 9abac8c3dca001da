import Type from 'typebox';
import type { Description } from '../../platform/openapi/document.server.ts';
import {
  hideSchema,
  homeReviewsSchema,
  hostedReviewSchema,
  hostedReviewsSchema,
  replySchema,
  reviewFormSchema,
  reviewInputSchema,
  reviewSchema,
  showSchema,
} from './review.schema.server.ts';

const ofHosts = {
  answer: hostedReviewSchema,
  refusals: ['invalid', 'unauthenticated', 'forbidden', 'notFound', 'conflict'],
} satisfies Omit<Description, 'summary'>;

export const reviewDescriptions = {
  list: {
    summary: 'Reviews for the home page or the hosts page',
    details:
      'In production the newest reviews of stays, and none about the hosts; on a local site the examples, each marked.',
    query: {
      subject: { schema: Type.Enum(['home', 'hosts']), description: 'What they are about; home if left out' },
    },
    answer: Type.Array(reviewSchema),
    refusals: ['invalid'],
  },
  ofHome: {
    summary: 'What guests of a home wrote about their stays',
    details:
      'average, count and distribution are of all reviews, whatever stars; a hidden review counts on, and shows its month and the reason alone.',
    query: {
      page: { schema: Type.Integer({ minimum: 1 }), description: 'Ten reviews a page, the newest first' },
      stars: {
        schema: Type.Integer({ minimum: 1, maximum: 5 }),
        description: 'Lists those with this rating',
      },
    },
    answer: homeReviewsSchema,
    refusals: ['invalid', 'notFound'],
  },
  form: {
    summary: 'The stay that the link of a mail lets its guest review',
    details: 'The token of the link is the only key. 409 stay_not_over, stay_cancelled, window_closed.',
    answer: reviewFormSchema,
    refusals: ['notFound', 'conflict'],
  },
  write: {
    summary: 'Publishes the review of a stay at once, or changes it',
    details:
      '201 for the first time; 200 where it changes the review, within 48 hours and while it has no reply. An absent privateNote leaves the earlier one. 409 stay_not_over, stay_cancelled, window_closed, already_reviewed. At most 10 for a link and 30 for a client address within an hour.',
    body: reviewInputSchema,
    status: 201,
    answer: reviewFormSchema,
    refusals: ['notFound', 'conflict', 'tooMany'],
  },
  hosted: {
    summary: 'Reviews for the hosts: waiting for a reply, asked for and not written, hidden, replied to',
    answer: hostedReviewsSchema,
    refusals: ['unauthenticated', 'forbidden'],
  },
  reply: {
    summary: 'Replies to a review in public; sent again, it changes the reply',
    details: '409 for an example.',
    body: replySchema,
    ...ofHosts,
  },
  hide: {
    summary: 'Hides a review with a reason, which stands in its place',
    details: 'It counts on in the average. 409 for an example.',
    body: hideSchema,
    ...ofHosts,
  },
  show: {
    summary: 'Shows a hidden review again',
    details: '409 for an example.',
    body: showSchema,
    ...ofHosts,
  },
} satisfies Record<string, Description>;
