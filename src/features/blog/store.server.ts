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
