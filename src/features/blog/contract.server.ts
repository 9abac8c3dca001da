import Type from 'typebox';
import { convertedField, lenient } from '../../platform/http/fields.server.ts';
import { query, type Sent } from '../../platform/http/shapes.server.ts';
import { imageSchema } from '../../shared/image.ts';
import { idSchema, momentSchema, orNull } from '../../shared/value-schemas.server.ts';

const drafts = convertedField(
  lenient<'true'>(Type.Enum(['true'], { description: 'Drafts and posts of the future, too; for admins' })),
  (value) => value === 'true',
);

export const listQuery = query({ drafts }, { ignored: 'unknown' });

export type PostListQuery = Sent<typeof listQuery>;

const previewFields = {
  id: idSchema,
  slug: Type.String(),
  title: Type.String(),
  summary: orNull(Type.String()),
  author: Type.String(),
  published_at: orNull(momentSchema, {
    description: 'null is a draft, a later moment a post that waits for it; only admins see either',
  }),
  created_at: momentSchema,
  updated_at: momentSchema,
  tags: Type.Array(Type.String()),
  cover: orNull(imageSchema),
  reading_minutes: Type.Integer({ minimum: 1 }),
};

export const postPreviewSchema = Type.Object(previewFields, { description: 'A post as lists show it' });

const html = Type.String({ description: 'Sanitised; its pictures come in several widths' });

export const postSchema = Type.Object(
  {
    ...previewFields,
    html_rich_text: html,
    word_count: Type.Integer({ minimum: 0 }),
    related: Type.Array(postPreviewSchema, { description: 'Up to three other posts, the closest first' }),
  },
  { description: 'A post as its page shows it' },
);

export const editedPostSchema = Type.Object(
  {
    ...previewFields,
    html_rich_text: Type.String({ description: 'Sanitised, as it was written' }),
    cover_image_url: Type.String(),
    _version: Type.String({ description: 'Names the state the post is in; changes with every write' }),
  },
  { description: 'A post as admins write it' },
);

export const draftSchema = Type.Object({
  content: Type.Record(Type.String(), Type.Unknown(), { description: 'Fields of a post, as far as typed' }),
  base_version: orNull(Type.String()),
  saved_at: momentSchema,
});

export const draftOrNoneSchema = Type.Object({ draft: orNull(draftSchema) });
