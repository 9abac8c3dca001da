import Type from 'typebox';
import { integer, integerKey, optionalLink, position, text } from './fields.ts';

export const reviewsSchema = Type.Object(
  {
    id: integerKey(),
    guest_name: text({ title: 'Guest name', minLength: 1, maxLength: 100 }),
    guest_photo_url: optionalLink({ title: 'Guest photo URL' }),
    rating: integer({ title: 'Rating', minimum: 1, maximum: 5, default: 5 }),
    review_html: text({ title: 'Review', minLength: 1, maxLength: 5000, multiline: true }),
    position: Type.Optional(position()),
  },
  { title: 'Reviews', description: 'What guests said about their stay' },
);
