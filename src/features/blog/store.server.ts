import { type Insertable, sql, type Updateable } from 'kysely';
import {
  type Actor,
  auditedTable,
  auditInsert,
  moveToTrash,
  updateAndAudit,
} from '../../db/audited-rows.server.ts';
import type { Db, Tx } from '../../db/client.server.ts';
import type { BlogPostsTable } from '../../db/schema.ts';
import blogPostsSchema from '../../shared/schemas/blog-posts.ts';
import { newId } from '../../shared/uuid.server.ts';

const version = sql<string>`xmin::text`.as('version');

/** Posts as the admin's history and trash keep them. */
const kept = auditedTable('blog_posts', blogPostsSchema.properties);

/** Posts whose time of publication has come, newest first. */
export const publishedPosts = (db: Db, now: Date) =>
  db
    .selectFrom('blog_posts')
    .selectAll()
    .where('published_at', '<=', now)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Every post: drafts first, then by the time of publication, latest first. */
export const allPosts = (db: Db) =>
  db
    .selectFrom('blog_posts')
    .selectAll()
    .orderBy('published_at', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .execute();

export const postById = (db: Db, id: string) =>
  db.selectFrom('blog_posts').selectAll().select(version).where('id', '=', id).executeTakeFirst();

/** The post at this address, or the one that lay there before its address changed. */
export const findPostBySlug = (db: Db, slug: string) =>
  db
    .selectFrom('blog_posts')
    .selectAll()
    .select(version)
    .where((by) =>
      by.or([
        by('slug', '=', slug),
        by('id', '=', by.selectFrom('blog_slug_history').select('post_id').where('slug', '=', slug)),
      ]),
    )
    .orderBy((by) => by('slug', '=', slug), 'desc')
    .executeTakeFirst();

export type PostRow = NonNullable<Awaited<ReturnType<typeof postById>>>;

/** The post as it is; nobody else writes it until the transaction ends. */
export const lockPost = (tx: Tx, id: string) =>
  tx.selectFrom('blog_posts').selectAll().select(version).where('id', '=', id).forUpdate().executeTakeFirst();

/** Adds a post, with its entry in the history. @returns `undefined` when another post has this slug */
export async function insertPost(
  tx: Tx,
  post: Insertable<BlogPostsTable>,
  author: Actor,
): Promise<PostRow | undefined> {
  const inserted = await tx
    .insertInto('blog_posts')
    .values({ ...post, created_at: author.at, updated_at: author.at })
    .onConflict((c) => c.column('slug').doNothing())
    .returningAll()
    .returning(version)
    .executeTakeFirst();
  if (inserted) await auditInsert(tx, kept, inserted.id, author);
  return inserted;
}

/**
 * Sets columns of a locked post and leaves all others alone; what they held before is kept in the history.
 * @param set at least one column
 * @returns `undefined` when the post holds all that already
 */
export async function updatePost(
  tx: Tx,
  id: string,
  set: Updateable<BlogPostsTable>,
  author: Actor,
): Promise<PostRow | undefined> {
  const change = { ids: [id], set, action: 'update', author, hasUpdatedAt: true } as const;
  const [updated] = await updateAndAudit<Omit<PostRow, 'version'> & { _version: string }>(tx, kept, change);
  if (!updated) return undefined;
  const { _version, ...row } = updated;
  return { ...row, version: _version };
}

/** Moves a locked post to the trash, with its entry in the history. */
export const discardPost = (tx: Tx, { id, title }: Pick<PostRow, 'id' | 'title'>, author: Actor) =>
  moveToTrash(tx, kept, [{ trashId: newId(), rowId: id, label: title, clearedReferences: [] }], author);

/** Forgets at which addresses posts lay before that are nowhere any more. */
export const purgeOldSlugs = (db: Db, ids: readonly string[]) =>
  db
    .deleteFrom('blog_slug_history')
    .where('post_id', 'in', ids)
    .where('post_id', 'not in', db.selectFrom('blog_posts').select('id').where('id', 'in', ids))
    .execute();

/** Clocks of several processes differ by less: a post is rather announced twice than remembered as not yet out. */
const overlapSeconds = 30;

/**
 * Tells every process to forget what it made of the blog, when a post's time came since the last announcement, however
 * long ago that was.
 */
export async function notifyDuePosts(db: Db, now: Date): Promise<void> {
  await sql`
    with last as (select announced_until from post_announcements),
    moved as (update post_announcements set announced_until = greatest(announced_until, ${now}))
    select pg_notify('content_changed', 'blog_posts') from last
    where exists (
      select from blog_posts where published_at <= ${now}
        and published_at > last.announced_until - make_interval(secs => ${overlapSeconds})
    )`.execute(db);
}
