import type { Ctx } from '../../platform/context.server.ts';
import { sanitizeRichText } from '../../platform/rich-text.server.ts';
import { AppError } from '../../shared/errors.ts';
import { parseForm } from '../../shared/forms/parse.ts';
import { matchesOnServer } from '../../shared/forms/patterns.server.ts';
import { newId } from '../../shared/ids.server.ts';
import { isUuid } from '../../shared/ids.ts';
import blogPostsSchema from '../../shared/schemas/blog-posts.ts';
import { slugify } from '../../shared/slug.ts';
import { requireAdmin } from '../accounts/guards.ts';
import { businessContact } from '../listings/store.server.ts';
import { editedPost, noPost } from './actions.server.ts';
import { forgetDraft } from './drafts-store.server.ts';
import { countWords, type EditedPost, mostTags, tidyTags } from './post.ts';
import { deletePost, insertPost, type PostRow, postById, updatePost } from './store.server.ts';

/** What the table's schema makes of a body. */
interface Fields {
  title: string;
  slug: string;
  summary: string | null;
  html_rich_text: string;
  author: string;
  published_at: string | null;
  cover_image_url: string;
  tags: string[];
}

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
  const { id: userId } = requireAdmin(ctx);
  const body = asObject(input);
  const now = ctx.now();
  const fields = await parsePost(ctx, {
    ...{ summary: '', author: '', published_at: now.toISOString(), cover_image_url: '', tags: [] },
    ...body,
    slug: body.slug || slugify(typeof body.title === 'string' ? body.title : ''),
  });
  const row = await ctx.db.transaction().execute(async (tx) => {
    const inserted = await insertPost(tx, {
      ...inColumns(fields),
      id: newId(),
      created_at: now,
      updated_at: now,
    });
    if (inserted) await forgetDraft(tx, { userId, postId: null });
    return inserted;
  });
  if (!row) throw slugTaken();
  return written(ctx, row, 'created');
}

/**
 * Changes a post; fields that are left out keep their value. The writer's draft of it is forgotten.
 * @throws AppError `unauthenticated`, `forbidden`, `notFound`, `invalid` by field, `conflict` when the slug is taken
 * @throws WriteConflict when `_version` is given and the post has been written since
 */
export async function changePost(ctx: Ctx, id: string, input: unknown): Promise<EditedPost> {
  const { id: userId } = requireAdmin(ctx);
  const before = await postFor(ctx, id);
  const { _version, ...body } = asObject(input);
  if (body.id !== undefined && body.id !== id) {
    throw new AppError('invalid', 'The post has another id.', { fields: { id: 'ID is not valid' } });
  }
  const fields = await parsePost(ctx, { ...inForm(before), ...body });
  const columns = { ...inColumns(fields), updated_at: ctx.now() };
  const knownVersion = versionOf(_version);
  const row = await ctx.db
    .transaction()
    .execute(async (tx) => {
      const changed = await updatePost(tx, id, columns, knownVersion);
      if (changed) await forgetDraft(tx, { userId, postId: id });
      return changed;
    })
    .catch((error: unknown) => {
      throw isSlugTaken(error) ? slugTaken() : error;
    });
  if (!row) throw new WriteConflict(await editedPost(ctx, await postFor(ctx, id)));
  return written(ctx, row, 'changed');
}

/** @throws AppError `unauthenticated`, `forbidden`, `notFound` */
export async function removePost(ctx: Ctx, id: string): Promise<void> {
  const { id: userId } = requireAdmin(ctx);
  if (!isUuid(id) || !(await deletePost(ctx.db, id))) throw noPost();
  ctx.log.info({ event: 'post-deleted', postId: id, userId }, 'a blog post was deleted');
}

async function postFor(ctx: Ctx, id: string): Promise<PostRow> {
  const row = isUuid(id) ? await postById(ctx.db, id) : undefined;
  if (!row) throw noPost();
  return row;
}

function written(ctx: Ctx, row: PostRow, what: 'created' | 'changed'): Promise<EditedPost> {
  ctx.log.info({ event: `post-${what}`, postId: row.id, userId: ctx.viewer?.id }, 'a blog post was written');
  return editedPost(ctx, row);
}

/** Whether the database refused a second post with one slug. */
const isSlugTaken = (error: unknown): boolean =>
  (error as { constraint?: string } | null)?.constraint === 'blog_posts_slug_key';

const slugTaken = () =>
  new AppError('conflict', 'Another post already has this slug. Please choose another one.', {
    fields: { slug: 'Slug is already used by another post' },
  });

function asObject(input: unknown): Record<string, unknown> {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return { ...input };
  throw new AppError('invalid', 'Please send the post as a JSON object.');
}

function versionOf(version: unknown): string | undefined {
  if (version === undefined || typeof version === 'string') return version;
  throw new AppError('invalid', '_version must be a string', { fields: { _version: 'must be a string' } });
}

/** A field that cannot be stored, with its message. */
const wrong = (field: string, message: string) =>
  new AppError('invalid', 'Please check the highlighted fields', { fields: { [field]: message } });

/** A body as it will be stored: checked by the table's schema, its HTML cleaned, its tags each once. */
async function parsePost(ctx: Ctx, input: object): Promise<Fields> {
  const fields = parseForm<Fields>(blogPostsSchema, input, matchesOnServer);
  const html_rich_text = await sanitizeRichText(fields.html_rich_text);
  if (countWords(html_rich_text) === 0 && !html_rich_text.includes('<img'))
    throw wrong('html_rich_text', 'Content is required');
  const tags = tidyTags(fields.tags ?? []);
  if (tags.length > mostTags) throw wrong('tags', `Tags cannot be more than ${mostTags}`);
  const named =
    typeof (input as Partial<Fields>).author === 'string' && (input as Fields).author.trim() !== '';
  const author = named ? fields.author : (await businessContact(ctx.db)).business_name;
  return { ...fields, html_rich_text, tags, author };
}

const inColumns = (fields: Fields) => ({
  ...fields,
  published_at: fields.published_at === null ? null : new Date(fields.published_at),
});

const inForm = (row: PostRow) => ({ ...row, published_at: row.published_at?.toISOString() ?? null });
