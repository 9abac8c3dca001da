import Type from 'typebox';
import { slugMaxLength, slugPattern } from '../slug.ts';
import { moment, optionalText, text, uuidKey } from './fields.ts';

export const blogPostsSchema = Type.Object(
  {
    id: uuidKey(),
    title: text({ title: 'Title', minLength: 1, maxLength: 200 }),
    slug: text({
      title: 'Slug',
      description: "The post's place in the address: lower-case words joined by hyphens",
      format: 'slug',
      pattern: slugPattern,
      minLength: 1,
      maxLength: slugMaxLength,
    }),
    summary: Type.Optional(text({ title: 'Summary', maxLength: 500, multiline: true })),
    html_rich_text: text({ title: 'Content', minLength: 1, multiline: true }),
    author: optionalText({ title: 'Author', maxLength: 100, default: 'PCB Beach Rentals' }),
    published_at: Type.Optional(text({ title: 'Published', format: 'date-time' })),
    created_at: moment('Created'),
  },
  { title: 'Blog Posts', description: 'Articles about Panama City Beach' },
);
