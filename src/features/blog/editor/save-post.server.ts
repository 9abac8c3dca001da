import type { StoredRow } from '../../../db/audited-rows.server.ts';
import type { Db } from '../../../db/client.server.ts';
import { getTable } from '../../../db/tables.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError, ConflictError } from '../../../shared/errors.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireActor } from '../../auth/guards.ts';
import { createRow, updateRow } from '../../tables/actions.server.ts';
import { deleteRows } from '../../tables/delete-rows.server.ts';
import { noPost, toEditablePost } from '../actions.server.ts';
import type { EditedPost } from '../post.ts';
import { type PostRow, postById } from '../store.server.ts';
import type { PostBody } from './contract.server.ts';
import { type DraftKey, deleteDraft } from './drafts-store.server.ts';

interface DraftRetention {
  /** Whether the stored draft stays, because it was neither restored nor discarded. */
  retainsDraft: boolean;
}

const postsTable = (ctx: Ctx) => getTable(ctx.tables, 'blog_posts');

/**
 * Publishes a post now, or at the time in the body (`null`: a draft), and deletes the writer's draft of a new post.
 * @throws AppError `invalid` by field, `conflict` for a taken slug
 */
export async function createPost(ctx: Ctx, body: PostBody, retention: DraftRetention): Promise<EditedPost> {
  const { userId, at } = requireActor(ctx);
  const input = { published_at: at.toISOString(), ...body };
  const deleteSaved = deleteSavedDraft({ userId, postId: null }, retention);
  const row = await createRow(ctx, postsTable(ctx), input, deleteSaved).catch(toPostError(ctx));
  return toEditablePost(ctx, toPostRow(row));
}

/**
 * Saves a post, and deletes the writer's draft of it.
 * @throws AppError `notFound`, `invalid` by field, `conflict` for a taken slug; ConflictError
 */
export async function changePost(
  ctx: Ctx,
  id: string,
  body: PostBody,
  retention: DraftRetention,
): Promise<EditedPost> {
  const { userId } = requireActor(ctx);
  if (!isUuid(id) || !(await postById(ctx.db, id))) throw noPost();
  const { _version: version, ...input } = body;
  if (input.id !== undefined && input.id !== id) {
    throw new AppError('invalid', 'The post has another id.', { fields: { id: 'ID is not valid' } });
  }
  const row = await updateRow(ctx, postsTable(ctx), {
    id,
    input,
    version,
    alongside: deleteSavedDraft({ userId, postId: id }, retention),
  }).catch(toPostError(ctx));
  return toEditablePost(ctx, toPostRow(row));
}

/** Moves a post to the trash. @throws AppError `notFound` */
export async function removePost(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx);
  if (!isUuid(id)) throw noPost();
  await deleteRows(ctx, postsTable(ctx), [id]).catch(toPostError(ctx));
}

const deleteSavedDraft =
  (key: DraftKey, { retainsDraft }: DraftRetention) =>
  async (tx: Db): Promise<void> => {
    if (!retainsDraft) await deleteDraft(tx, key);
  };

const toPostRow = (row: StoredRow): PostRow => row as unknown as PostRow;

const toPostError =
  (ctx: Ctx) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof ConflictError) {
      const current = await toEditablePost(ctx, toPostRow(error.current as StoredRow));
      throw new ConflictError('Somebody else has changed this post meanwhile.', current);
    }
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'notFound') throw noPost();
    const { constraint } = (error.cause ?? {}) as { constraint?: string };
    if (constraint !== 'blog_posts_slug_key') throw error;
    throw new AppError('conflict', 'Another post already has this slug. Please choose another one.', {
      fields: { slug: 'Slug is already used by another post' },
    });
  };
