import Type from 'typebox';
import { imageSchema } from '../../shared/image.ts';

const rating = Type.Integer({ minimum: 1, maximum: 5 });
const moment = Type.String({ format: 'date-time' });
const day = Type.String({ format: 'date' });
const stayMonth = Type.String({ description: '`YYYY-MM` of the check-in' });

const hiddenReason = Type.Enum([
  'names_a_person',
  'abusive',
  'not_about_the_stay',
  'proven_false',
  'asked_by_author',
]);

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

export const reviewInputSchema = Type.Object(
  {
    rating,
    text: Type.String({ description: 'Plain text of 20 to 4,000 characters' }),
    name: Type.String({ description: 'As it is to appear' }),
    privateNote: Type.Optional(Type.String({ description: 'For the hosts alone' })),
  },
  { additionalProperties: false },
);

export const reviewFormSchema = Type.Object({
  home: Type.Object({ slug: Type.String(), title: Type.String() }),
  checkin: day,
  checkout: day,
  name: Type.String({ description: 'As it appears: the first name until the guest chose another' }),
  review: Type.Optional(
    Type.Object({ rating, text: Type.String(), name: Type.String(), publishedAt: moment }),
  ),
  canEdit: Type.Boolean({ description: 'Whether it can be written, or still changed' }),
});

export const replySchema = Type.Object({ text: Type.String() }, { additionalProperties: false });
export const hideSchema = Type.Object({ reason: hiddenReason }, { additionalProperties: false });
export const showSchema = Type.Object({}, { additionalProperties: false });

const home = Type.Object({ slug: Type.String(), title: Type.String() });

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
