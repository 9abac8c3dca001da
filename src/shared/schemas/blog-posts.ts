import {
  dateTime,
  isExample,
  list,
  moment,
  optional,
  optionalLink,
  optionalText,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';
import { slugMaxLength, slugPattern } from '../text/slug.ts';

export default table(
  {
    id: uuidKey(),
    title: text({ title: 'Title', minLength: 1, maxLength: 200, searchable: true }),
    slug: text({
      title: 'Slug',
      description: "The post's place in the address: lower-case words joined by hyphens",
      format: 'slug',
      pattern: slugPattern,
      minLength: 1,
      maxLength: slugMaxLength,
    }),
    summary: optional(text({ title: 'Summary', maxLength: 500, format: 'textarea', searchable: true })),
    html_rich_text: text({ title: 'Content', minLength: 1, multiline: true }),
    author: optionalText({ title: 'Author', maxLength: 100 }),
    published_at: optional(dateTime({ title: 'Published' })),
    cover_image_url: optionalLink({ title: 'Cover picture' }),
    tags: optional(
      list(text({ title: 'Tag', minLength: 1, maxLength: 40, pattern: '[A-Za-z0-9]' }), {
        title: 'Tags',
        default: [],
      }),
    ),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
    is_example: isExample(),
  },
  {
    title: 'Blog Posts',
    description: 'Articles about Panama City Beach',
    order: 5,
    group: 'site',
    label: 'title',
    preview: '/blog/{slug}',
  },
);
