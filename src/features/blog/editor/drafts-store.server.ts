import type { Db } from '../../../db/client.server.ts';

export interface DraftKey {
  userId: string;
  /** `null` is a new post. */
  postId: string | null;
}

export const findDraft = (db: Db, { userId, postId }: DraftKey) =>
  db
    .selectFrom('blog_drafts')
    .select(['content', 'base_version', 'saved_at'])
    .where('user_id', '=', userId)
    .where('post_id', postId === null ? 'is' : '=', postId)
    .executeTakeFirst();

export const upsertDraft = (
  db: Db,
  key: DraftKey & { id: string },
  draft: { content: object; base_version: string | null; saved_at: Date },
) => {
  const row = { ...draft, content: JSON.stringify(draft.content) };
  return db
    .insertInto('blog_drafts')
    .values({ id: key.id, user_id: key.userId, post_id: key.postId, ...row })
    .onConflict((c) => c.columns(['user_id', 'post_id']).doUpdateSet(row))
    .execute();
};

export const deleteDraft = (db: Db, { userId, postId }: DraftKey) =>
  db
    .deleteFrom('blog_drafts')
    .where('user_id', '=', userId)
    .where('post_id', postId === null ? 'is' : '=', postId)
    .execute();
