import Type, { type Static } from 'typebox';
import {
  choice,
  cleanedText,
  convertedField,
  described,
  optional,
  wholeNumber,
  wholeNumberText,
} from '../../platform/http/fields.server.ts';
import { body, type Parsed, query, type Sent } from '../../platform/http/shapes.server.ts';
import { toFieldErrors } from '../../shared/errors.ts';
import { imageSchema } from '../../shared/image.ts';
import reviewsTable from '../../shared/schemas/reviews.ts';
import { dateSchema, homeSchema, momentSchema, orNull } from '../../shared/value-schemas.server.ts';
import { hostedPerPage, maxHostedPages, maxReplyLength, textLength } from './review.ts';

const { subject, hidden_reason } = reviewsTable.properties;

/** What the carousel of a page is about. */
export const subjectQuery = query(
  {
    subject: described(
      'What they are about; home if left out',
      optional(choice(subject.enum, 'The subject must be home or hosts'), 'home'),
    ),
  },
  { toError: toFieldErrors },
);
export type SubjectQuery = Sent<typeof subjectQuery>;
export type ReviewSubject = Parsed<typeof subjectQuery>['subject'];

const maxPage = 9_999;

export const homeReviewsQuery = query(
  {
    page: described(
      'Ten reviews a page, the newest first',
      optional(wholeNumberText('The page must be a whole number, 1 or more', 1, maxPage), 1),
    ),
    stars: described(
      'Lists those with this rating',
      optional(wholeNumberText('Stars must be a whole number from 1 to 5', 1, 5)),
    ),
  },
  { toError: toFieldErrors },
);
export type HomeReviewsQuery = Parsed<typeof homeReviewsQuery>;
export type SentHomeReviewsQuery = Sent<typeof homeReviewsQuery>;

const note = convertedField(
  cleanedText('The note', {
    max: textLength.max,
    min: 0,
    missing: 'The note is a text',
    tooLong: 'The note has at most 4,000 characters',
  }),
  (note) => note || undefined,
);

/** What a guest writes about a stay. */
export const newReview = body(
  {
    rating: wholeNumber('Please choose 1 to 5 stars', 1, 5),
    text: described(
      'Plain text',
      cleanedText('The review', {
        min: textLength.min,
        max: textLength.max,
        missing: `Please write at least ${textLength.min} characters`,
        tooLong: 'A review has at most 4,000 characters',
      }),
    ),
    name: described(
      'As it is to appear',
      cleanedText('The name', {
        max: 60,
        missing: 'Please say under which name it appears',
        tooLong: 'The name has at most 60 characters',
        clean: (text) => text.replaceAll(/\s+/g, ' '),
      }),
    ),
    privateNote: described('Only for the hosts; left empty, an earlier one stays', optional(note)),
  },
  { toError: toFieldErrors },
);
export type NewReview = Parsed<typeof newReview>;
export type SentReview = Sent<typeof newReview>;

export const replyRequest = body(
  {
    text: cleanedText('A reply', {
      max: maxReplyLength,
      missing: 'Please write a reply',
      tooLong: 'A reply has at most 2,000 characters',
    }),
  },
  { toError: toFieldErrors },
);
export type ReviewReplyRequest = Sent<typeof replyRequest>;

export const hideRequest = body(
  { reason: choice(hidden_reason.enum, `Please choose a reason: ${hidden_reason.enum.join(', ')}`) },
  { toError: toFieldErrors },
);
export type HideRequest = Sent<typeof hideRequest>;

export const showRequest = body({}, { toError: toFieldErrors });
export type ShowRequest = Sent<typeof showRequest>;

const rating = Type.Integer({ minimum: 1, maximum: 5 });
const stayMonth = Type.String({ description: '`YYYY-MM` of the check-in' });
const hiddenReason = Type.Enum(hidden_reason.enum);

export const reviewSchema = Type.Object(
  {
    id: Type.Integer(),
    guest_name: Type.String(),
    guest_photo_url: Type.String(),
    rating,
    review_html: Type.String({ description: 'Sanitised' }),
    image: orNull(imageSchema),
    isExample: Type.Boolean({ description: 'Invented, and shown only on a local site' }),
  },
  { description: 'What a guest wrote about a stay' },
);

/** A card of the carousels. */
export type Review = Static<typeof reviewSchema>;

const count = Type.Integer({ minimum: 0 });

export const homeReviewsSchema = Type.Object({
  average: orNull(Type.Number({ minimum: 1, maximum: 5 }), {
    description: 'The average of all reviews of the home, hidden ones too; null for fewer than three',
  }),
  count,
  distribution: Type.Object(
    { 1: count, 2: count, 3: count, 4: count, 5: count },
    { description: 'How many gave how many stars' },
  ),
  reviews: Type.Array(
    Type.Object({
      name: Type.Optional(Type.String()),
      rating: Type.Optional(rating),
      text: Type.Optional(Type.String({ description: 'Plain text' })),
      stayMonth,
      reply: Type.Optional(Type.String({ description: 'The reply of the hosts, plain text' })),
      hiddenReason: Type.Optional(hiddenReason),
    }),
    { description: 'The newest first, ten a page; a hidden one has only its month and the reason' },
  ),
});

export type HomeReviews = Static<typeof homeReviewsSchema>;
export type HomeReview = HomeReviews['reviews'][number];

export const reviewFormSchema = Type.Object({
  home: homeSchema,
  checkin: dateSchema,
  checkout: dateSchema,
  name: Type.String({ description: 'As it appears: the first name until the guest chose another' }),
  review: Type.Optional(
    Type.Object({ rating, text: Type.String(), name: Type.String(), publishedAt: momentSchema }),
  ),
  canEdit: Type.Boolean({ description: 'Whether it can be written, or still changed' }),
});

export type ReviewForm = Static<typeof reviewFormSchema>;

export const hostedReviewSchema = Type.Object({
  id: Type.Integer(),
  code: Type.String({ description: 'The code of the booking' }),
  property: homeSchema,
  name: Type.String(),
  rating,
  text: Type.String(),
  stayMonth,
  privateNote: Type.String(),
  publishedAt: momentSchema,
  reply: Type.String({ description: 'Empty without one' }),
  hiddenReason: orNull(hiddenReason),
});

export type HostedReview = Static<typeof hostedReviewSchema>;

const hostedPages = described(
  `How many pages of ${hostedPerPage} to list, from the newest on; 1 if left out`,
  optional(wholeNumberText(`Pages must be a whole number from 1 to ${maxHostedPages}`, 1, maxHostedPages), 1),
);

export const hostedReviewsQuery = query(
  { waiting: hostedPages, unanswered: hostedPages, hidden: hostedPages, replied: hostedPages },
  { toError: toFieldErrors },
);
export type HostedReviewsQuery = Parsed<typeof hostedReviewsQuery>;
export type SentHostedReviewsQuery = Sent<typeof hostedReviewsQuery>;

export const hostedReviewsSchema = Type.Object({
  waiting: Type.Array(hostedReviewSchema, { description: 'Without a reply, the newest first' }),
  unanswered: Type.Array(
    Type.Object({
      code: Type.String(),
      property: homeSchema,
      name: Type.String(),
      checkout: dateSchema,
      sentAt: momentSchema,
      remindedAt: orNull(momentSchema),
    }),
    { description: 'Guests who were asked and may still write, the newest first' },
  ),
  hidden: Type.Array(hostedReviewSchema, { description: 'The newest first' }),
  replied: Type.Array(hostedReviewSchema, { description: 'The newest reply first, without hidden reviews' }),
  hasMore: Type.Object(
    { waiting: Type.Boolean(), unanswered: Type.Boolean(), hidden: Type.Boolean(), replied: Type.Boolean() },
    { description: 'Whether a list goes on after these pages' },
  ),
});

export type HostedReviews = Static<typeof hostedReviewsSchema>;
export type UnansweredRequest = HostedReviews['unanswered'][number];

export const reviewPathSchema = Type.Object({
  path: Type.String({ description: 'The path of the page on which the stay is reviewed' }),
});
export type ReviewPath = Static<typeof reviewPathSchema>;
