import type { Ctx } from '../../../platform/context.server.ts';
import { sanitizeRichText } from '../../../platform/sanitize-html.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { parseForm } from '../../../shared/forms/parse-form.ts';
import { matchesRe2 } from '../../../shared/forms/regex.server.ts';
import { type FormSchema, pickFields } from '../../../shared/forms/schema.ts';
import { isRecord } from '../../../shared/is-record.ts';
import blogPostsSchema from '../../../shared/schemas/blog-posts.ts';
import { slugify } from '../../../shared/text/slug.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireActor } from '../../auth/guards.ts';
import { businessContact } from '../../listings/store.server.ts';
import { noPost, toEditablePost } from '../actions.server.ts';
import { deleteDraft } from '../drafts/store.server.ts';
import { type EditedPost, maxTags, normalizeTags } from '../post.ts';
import { discardPost, insertPost, lockPost, type PostRow, postById, updatePost } from '../store.server.ts';

/** The columns of a post that hosts write. */
type Columns = Pick<
  PostRow,
  'title' | 'slug' | 'summary' | 'html_rich_text' | 'author' | 'published_at' | 'cover_image_url' | 'tags'
>;

/** What the table's schema makes of a body. */
type Fields = Omit<Columns, 'published_at'> & { published_at: string | null };

/** A write that would undo somebody else's: `current` is the post as it is by now. */
export class WriteConflict extends AppError {
  readonly current: EditedPost;

  constructor(current: EditedPost) {
    super('conflict', 'Somebody else has changed this post meanwhile.');
    this.current = current;
  }
}

/**
 * Writes a new post; published at once, unless it says when (`null`: a draft). The writer's draft of it is forgotten.
 * @throws AppError `unauthenticated`, `forbidden`, `invalid` by field, `conflict` when the slug is taken
 */
export async function createPost(ctx: Ctx, input: unknown): Promise<EditedPost> {
  const author = requireActor(ctx);
  const body = expectObject(input);
  const fields = await parsePost(ctx, blogPostsSchema, {
    ...{ summary: '', author: '', published_at: author.at.toISOString(), cover_image_url: '', tags: [] },
    ...body,
    slug: body.slug || slugify(typeof body.title === 'string' ? body.title : ''),
  });
  const row = await ctx.db.transaction().execute(async (tx) => {
    const inserted = await insertPost(tx, { ...(fields as Columns), id: newId() }, author);
    if (inserted) await deleteDraft(tx, { userId: author.userId, postId: null });
    return inserted;
  });
  if (!row) throw slugTaken();
  return logAndReturn(ctx, row, 'created');
}

/**
 * Changes what was sent of a post; everything else keeps its value, also one that somebody else writes at the same moment.
 * The writer's draft of it is forgotten.
 * @throws AppError `unauthenticated`, `forbidden`, `notFound`, `invalid` by field, `conflict` when the slug is taken
 * @throws WriteConflict when `_version` is given and the post has been written since
 */
export async function changePost(ctx: Ctx, id: string, input: unknown): Promise<EditedPost> {
  const author = requireActor(ctx);
  if (!isUuid(id) || !(await postById(ctx.db, id))) throw noPost();
  const { _version, ...body } = expectObject(input);
  if (body.id !== undefined && body.id !== id) {
    throw new AppError('invalid', 'The post has another id.', { fields: { id: 'ID is not valid' } });
  }
  const known = rowVersion(_version);
  const sent = pickFields(blogPostsSchema, (name) => Object.hasOwn(body, name));
  const set = await parsePost(ctx, sent, body);
  const { row, isOutdated } = await ctx.db
    .transaction()
    .execute(async (tx) => {
      const before = await lockPost(tx, id);
      if (!before) throw noPost();
      if (known !== undefined && known !== before.version) return { row: before, isOutdated: true };
      const after = Object.keys(set).length > 0 ? await updatePost(tx, id, set, author) : undefined;
      await deleteDraft(tx, { userId: author.userId, postId: id });
      return { row: after ?? before, isOutdated: false };
    })
    .catch((error: unknown) => {
      throw isSlugTaken(error) ? slugTaken() : error;
    });
  if (isOutdated) throw new WriteConflict(await toEditablePost(ctx, row));
  return logAndReturn(ctx, row, 'changed');
}

/**
 * Moves a post to the trash, from which the admin takes it back.
 * @throws AppError `unauthenticated`, `forbidden`, `notFound`
 */
export async function removePost(ctx: Ctx, id: string): Promise<void> {
  const author = requireActor(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    const post = isUuid(id) ? await lockPost(tx, id) : undefined;
    if (!post) throw noPost();
    await discardPost(tx, post, author);
  });
  ctx.log.info({ event: 'post-deleted', postId: id, userId: author.userId }, 'a blog post was deleted');
}

/** @throws AppError `unauthenticated`, `forbidden` */
function logAndReturn(ctx: Ctx, row: PostRow, what: 'created' | 'changed'): Promise<EditedPost> {
  ctx.log.info({ event: `post-${what}`, postId: row.id, userId: ctx.viewer?.id }, 'a blog post was written');
  return toEditablePost(ctx, row);
}

/** Whether the database refused a second post with one slug. */
const isSlugTaken = (error: unknown): boolean =>
  (error as { constraint?: string } | null)?.constraint === 'blog_posts_slug_key';

const slugTaken = () =>
  new AppError('conflict', 'Another post already has this slug. Please choose another one.', {
    fields: { slug: 'Slug is already used by another post' },
  });

function expectObject(input: unknown): Record<string, unknown> {
  if (isRecord(input)) return { ...input };
  throw new AppError('invalid', 'Please send the post as a JSON object.');
}

function rowVersion(version: unknown): string | undefined {
  if (version === undefined || typeof version === 'string') return version;
  throw new AppError('invalid', '_version must be a string', { fields: { _version: 'must be a string' } });
}

/** A field that cannot be stored, with its message. */
const fieldError = (field: string, message: string) =>
  new AppError('invalid', 'Please check the highlighted fields', { fields: { [field]: message } });

/** The schema's fields as they will be stored: checked, the HTML cleaned, the tags each once. */
async function parsePost(ctx: Ctx, schema: FormSchema, input: object): Promise<Partial<Columns>> {
  const { published_at, ...fields } = parseForm<Partial<Fields>>(
    schema,
    await withCleanHtml(input),
    matchesRe2,
  );
  const columns: Partial<Columns> = fields;
  if (published_at !== undefined)
    columns.published_at = published_at === null ? null : new Date(published_at);
  if (fields.tags !== undefined) columns.tags = limitTags(fields.tags);
  if (fields.author !== undefined) {
    const { author } = input as { author?: unknown };
    const isNamed = typeof author === 'string' && author.trim() !== '';
    if (!isNamed) columns.author = (await businessContact(ctx.db)).business_name;
  }
  return columns;
}

/** The body with its HTML cleaned before it is checked: what cleaning takes away is no content. */
async function withCleanHtml(input: object): Promise<object> {
  const { html_rich_text: html } = input as { html_rich_text?: unknown };
  return typeof html === 'string' ? { ...input, html_rich_text: await sanitizeRichText(html) } : input;
}

/** Each tag once. @throws AppError `invalid` when they are too many */
function limitTags(sent: string[]): string[] {
  const tags = normalizeTags(sent);
  if (tags.length > maxTags) throw fieldError('tags', `Tags cannot be more than ${maxTags}`);
  return tags;
}
