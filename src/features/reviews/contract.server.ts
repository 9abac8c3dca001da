import Type, { type Static } from 'typebox';
import {
  body,
  choice,
  described,
  type Field,
  optional,
  type Parsed,
  query,
  type Sent,
  wholeNumber,
  wholeNumberText,
} from '../../platform/http/fields.server.ts';
import { toFieldErrors } from '../../shared/errors.ts';
import { imageSchema } from '../../shared/image.ts';
import reviewsTable from '../../shared/schemas/reviews.ts';
import { cleanText } from '../inbox/threads/message-text.ts';
import { maxReplyLength, textLength } from './review.ts';

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

const cleaned = (value: unknown): string => (typeof value === 'string' ? cleanText(value) : '');

interface PlainText {
  tooShort: string;
  tooLong: string;
  minLength?: number;
  maxLength: number;
  /** Of a text without control characters. */
  clean?(text: string): string;
}

/** Plain text; an emoji counts as one character. */
function plainText({
  tooShort,
  tooLong,
  minLength = 1,
  maxLength,
  clean = (text) => text,
}: PlainText): Field<string> {
  return {
    schema: Type.String({ minLength, maxLength }),
    isOptional: false,
    isCleaned: true,
    error(value) {
      const length = [...clean(cleaned(value))].length;
      if (length < minLength) return tooShort;
      return length > maxLength ? tooLong : null;
    },
    parse: (value) => clean(cleaned(value)),
  };
}

const note: Field<string | undefined, string> = {
  schema: Type.String({ maxLength: textLength.max }),
  isOptional: false,
  isCleaned: true,
  error(value) {
    if (typeof value !== 'string') return 'The note is a text';
    return [...cleaned(value)].length > textLength.max ? 'The note has at most 4,000 characters' : null;
  },
  parse: (value) => cleaned(value) || undefined,
};

/** What a guest writes about a stay. */
export const newReview = body(
  {
    rating: wholeNumber('Please choose 1 to 5 stars', 1, 5),
    text: described(
      'Plain text',
      plainText({
        tooShort: `Please write at least ${textLength.min} characters`,
        tooLong: 'A review has at most 4,000 characters',
        minLength: textLength.min,
        maxLength: textLength.max,
      }),
    ),
    name: described(
      'As it is to appear',
      plainText({
        tooShort: 'Please say under which name it appears',
        tooLong: 'The name has at most 60 characters',
        maxLength: 60,
        clean: (text) => text.replaceAll(/\s+/g, ' '),
      }),
    ),
    privateNote: described('For the hosts alone; left empty, an earlier one stays', optional(note)),
  },
  { toError: toFieldErrors },
);
export type NewReview = Parsed<typeof newReview>;
export type SentReview = Sent<typeof newReview>;

export const replyRequest = body(
  {
    text: plainText({
      tooShort: 'Please write a reply',
      tooLong: 'A reply has at most 2,000 characters',
      maxLength: maxReplyLength,
    }),
  },
  { toError: toFieldErrors },
);
export type ReplyRequest = Sent<typeof replyRequest>;

export const hideRequest = body(
  { reason: choice(hidden_reason.enum, `Please choose a reason: ${hidden_reason.enum.join(', ')}`) },
  { toError: toFieldErrors },
);
export type HideRequest = Sent<typeof hideRequest>;

export const showRequest = body({}, { toError: toFieldErrors });
export type ShowRequest = Sent<typeof showRequest>;

const rating = Type.Integer({ minimum: 1, maximum: 5 });
const moment = Type.String({ format: 'date-time' });
const day = Type.String({ format: 'date' });
const stayMonth = Type.String({ description: '`YYYY-MM` of the check-in' });
const hiddenReason = Type.Enum(hidden_reason.enum);
const home = Type.Object({ slug: Type.String(), title: Type.String() });

export const reviewSchema = Type.Object(
  {
    id: Type.Integer(),
    guest_name: Type.String(),
    guest_photo_url: Type.String(),
    rating,
    review_html: Type.String({ description: 'Sanitised' }),
    photo: Type.Union([imageSchema, Type.Null()]),
    isExample: Type.Boolean({ description: 'Invented, and shown on a local site alone' }),
  },
  { description: 'What a guest wrote about a stay' },
);

/** A card of the carousels. */
export type Review = Static<typeof reviewSchema>;

const count = Type.Integer({ minimum: 0 });

export const homeReviewsSchema = Type.Object({
  average: Type.Union([Type.Number({ minimum: 1, maximum: 5 }), Type.Null()], {
    description: 'Of all reviews of the home, hidden ones too; null for fewer than three',
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
      reply: Type.Optional(Type.String({ description: 'Of the hosts, plain text' })),
      hiddenReason: Type.Optional(hiddenReason),
    }),
    { description: 'The newest first, ten a page; a hidden one has its month and the reason alone' },
  ),
});

export type HomeReviews = Static<typeof homeReviewsSchema>;
export type HomeReview = HomeReviews['reviews'][number];

export const reviewFormSchema = Type.Object({
  home,
  checkin: day,
  checkout: day,
  name: Type.String({ description: 'As it appears: the first name until the guest chose another' }),
  review: Type.Optional(
    Type.Object({ rating, text: Type.String(), name: Type.String(), publishedAt: moment }),
  ),
  canEdit: Type.Boolean({ description: 'Whether it can be written, or still changed' }),
});

export type ReviewForm = Static<typeof reviewFormSchema>;

export const hostedReviewSchema = Type.Object({
  id: Type.Integer(),
  code: Type.String({ description: 'Of the booking' }),
  home,
  name: Type.String(),
  rating,
  text: Type.String(),
  stayMonth,
  privateNote: Type.String(),
  publishedAt: moment,
  reply: Type.String({ description: 'Empty without one' }),
  hiddenReason: Type.Union([hiddenReason, Type.Null()]),
});

export type HostedReview = Static<typeof hostedReviewSchema>;

export const hostedReviewsSchema = Type.Object({
  waiting: Type.Array(hostedReviewSchema, { description: 'Without a reply, the newest 50' }),
  unanswered: Type.Array(
    Type.Object({
      code: Type.String(),
      home,
      name: Type.String(),
      checkout: day,
      sentAt: moment,
      remindedAt: Type.Union([moment, Type.Null()]),
    }),
    { description: 'Guests who were asked and may still write, the newest 50' },
  ),
  hidden: Type.Array(hostedReviewSchema, { description: 'The newest 50' }),
  replied: Type.Array(hostedReviewSchema, { description: 'The newest 50' }),
});

export type HostedReviews = Static<typeof hostedReviewsSchema>;
export type UnansweredRequest = HostedReviews['unanswered'][number];
