import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../../db/client.server.ts';
import type { BlogPostsTable } from '../../db/types.ts';

const version = sql<string>`xmin::text`.as('version');

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
    .orderBy('published_at', sql`desc nulls first`)
    .orderBy('id', 'desc')
    .execute();

export const postById = (db: Db, id: string) =>
  db.selectFrom('blog_posts').selectAll().select(version).where('id', '=', id).executeTakeFirst();

/** The post at this address, or the one that lay there before its address changed. */
export const postAt = (db: Db, slug: string) =>
  db
    .selectFrom('blog_posts')
    .selectAll()
    .select(version)
    .where((by) =>
      by.or([
        by('slug', '=', slug),
        by('id', '=', by.selectFrom('blog_former_slugs').select('post_id').where('slug', '=', slug)),
      ]),
    )
    .orderBy((by) => by('slug', '=', slug), 'desc')
    .executeTakeFirst();

export type PostRow = NonNullable<Awaited<ReturnType<typeof postById>>>;

/** @returns `undefined` when another post has this slug */
export const insertPost = (db: Db, post: Insertable<BlogPostsTable>) =>
  db
    .insertInto('blog_posts')
    .values(post)
    .onConflict((c) => c.column('slug').doNothing())
    .returningAll()
    .returning(version)
    .executeTakeFirst();

/** @returns `undefined` when there is no such post, or none in the state that `known` names */
export const updatePost = (db: Db, id: string, post: Updateable<BlogPostsTable>, known: string | undefined) =>
  db
    .updateTable('blog_posts')
    .set(post)
    .where('id', '=', id)
    .$if(known !== undefined, (query) => query.where(sql<string>`xmin::text`, '=', known ?? ''))
    .returningAll()
    .returning(version)
    .executeTakeFirst();

export const deletePost = (db: Db, id: string) =>
  db.deleteFrom('blog_posts').where('id', '=', id).returning('id').executeTakeFirst();

/**
 * Tells every process to forget what it made of the blog, when a post's time came between two moments.
 * @param since excluded
 * @param until included
 */
export async function announceDuePosts(db: Db, since: Date, until: Date): Promise<void> {
  await db
    .selectFrom('blog_posts')
    .select(sql`pg_notify('content_changed', 'blog_posts')`.as('told'))
    .where('published_at', '>', since)
    .where('published_at', '<=', until)
    .limit(1)
    .execute();
}
