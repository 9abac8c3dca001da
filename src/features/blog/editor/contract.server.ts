import Type, { type Static } from 'typebox';
import { convertedField, field, lenient } from '../../../platform/http/fields.server.ts';
import { body, type Parsed, query, type Sent, type Shape } from '../../../platform/http/shapes.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { writableFields } from '../../../shared/forms/schema.ts';
import { isRecord } from '../../../shared/is-record.ts';
import blogPostsSchema from '../../../shared/schemas/blog-posts.ts';
import { momentSchema, orNull } from '../../../shared/value-schemas.server.ts';

type PostColumns = Omit<Static<typeof blogPostsSchema>, 'id' | 'created_at' | 'updated_at'>;

/** A new post without `published_at` is published immediately; `null` makes a draft. */
export type PostInput = {
  [Name in keyof PostColumns]: undefined extends PostColumns[Name]
    ? PostColumns[Name] | null
    : PostColumns[Name];
} & {
  id?: string;
  /** The version that was edited; one that has changed since is not overwritten. */
  _version?: string;
};

/** Fields of a post as a body brings them; the table's schema and rules check them. */
export interface PostBody {
  id?: unknown;
  _version?: string;
  [field: string]: unknown;
}

function parsePostBody(input: unknown): PostBody {
  if (!isRecord(input)) throw new AppError('invalid', 'Please send the post as a JSON object.');
  const { _version, ...fields } = input;
  if (_version === undefined) return fields;
  if (typeof _version === 'string') return { ...fields, _version };
  throw new AppError('invalid', '_version must be a string', { fields: { _version: 'must be a string' } });
}

const writable = Object.fromEntries(writableFields(blogPostsSchema));
const postFields = { type: 'object', properties: { ...writable, _version: Type.String() } };

export const newPost: Shape<PostBody, PostInput> = {
  schema: {
    ...postFields,
    required: blogPostsSchema.required.filter((name) => name in writable && name !== 'slug'),
  },
  parse: parsePostBody,
};

export const changedPost: Shape<PostBody, PostInput> = { schema: postFields, parse: parsePostBody };

const retainDraft = convertedField(
  lenient<'true'>(
    Type.Enum(['true'], {
      description: 'The draft of the admin stays, instead of being deleted once the post is saved',
    }),
  ),
  (value) => value === 'true',
);

export const savePostQuery = query({ retain_draft: retainDraft }, { ignored: 'unknown' });

export type SavePostQuery = Sent<typeof savePostQuery>;

const noContent = 'A draft has content.';

const content = field<object>(Type.Object({}), noContent, { isCleaned: true });

const baseVersion = convertedField(
  lenient<string | null>(orNull(Type.String())),
  (version): string | null => version ?? null,
);

export const draftInput = body(
  { content, base_version: baseVersion },
  { ignored: 'unknown', toError: () => new AppError('invalid', noContent) },
);

export type DraftInput = Parsed<typeof draftInput>;
export type SentDraft = Sent<typeof draftInput>;

export const savedDraft = Type.Object({ saved_at: momentSchema });

export const done = Type.Object({ success: Type.Literal(true) });
