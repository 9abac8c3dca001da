import { sql } from 'kysely';
import type { Db } from '../../db/client.server.ts';

/** Posts whose time of publication has come, newest first, without their bodies. */
export const publishedPosts = (db: Db, now: Date) =>
  db
    .selectFrom('blog_posts')
    .select(['id', 'slug', 'title', 'summary', 'author', 'published_at', 'created_at'])
    .where('published_at', '<=', now)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

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
