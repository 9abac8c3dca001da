import {
  boolean,
  integer,
  link,
  list,
  moment,
  optional,
  position,
  table,
  text,
  uuidKey,
} from '../forms/fields.ts';
import { slugMaxLength, slugPattern } from '../slug.ts';

export default table(
  {
    id: uuidKey(),
    slug: text({
      title: 'Slug',
      format: 'slug',
      pattern: slugPattern,
      minLength: 1,
      maxLength: slugMaxLength,
    }),
    title: text({ title: 'Title', minLength: 1, maxLength: 200 }),
    description: text({ title: 'Description', minLength: 1, maxLength: 5000, multiline: true }),
    images: optional(list(link({ title: 'Image' }), { title: 'Images', default: [] })),
    guests: integer({ title: 'Guests', minimum: 1, maximum: 20 }),
    beds: integer({ title: 'Beds', minimum: 0, maximum: 50 }),
    baths: integer({ title: 'Baths', minimum: 0, maximum: 50 }),
    price_preview: text({
      title: 'Price preview',
      description: "Such as 'Starting at $175/night'",
      minLength: 1,
      maxLength: 100,
    }),
    is_coming_soon: optional(
      boolean({ title: 'Coming soon', description: 'Shown, but not bookable yet', default: false }),
    ),
    is_listed: optional(boolean({ title: 'Listed', description: 'Shown to guests', default: true })),
    position: optional(position()),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
  },
  {
    title: 'Properties',
    description: 'The beach homes on the home page',
    order: 1,
    label: 'title',
    preview: '/#properties',
  },
);
