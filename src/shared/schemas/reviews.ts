import {
  integer,
  integerKey,
  optional,
  optionalLink,
  position,
  table,
  text,
} from '../forms/field-builders.ts';

export default table(
  {
    id: integerKey(),
    guest_name: text({ title: 'Guest name', minLength: 1, maxLength: 100, searchable: true }),
    guest_photo_url: optionalLink({ title: 'Guest photo URL' }),
    rating: integer({ title: 'Rating', minimum: 1, maximum: 5, default: 5 }),
    review_html: text({ title: 'Review', minLength: 1, maxLength: 5000, multiline: true, searchable: true }),
    position: optional(position()),
  },
  {
    title: 'Reviews',
    description: 'What guests said about their stay',
    order: 7,
    label: 'guest_name',
    preview: '/#reviews',
  },
);
