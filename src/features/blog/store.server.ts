import { sql } from 'kysely';
import type { Db } from '../../db/client.server.ts';
import { type ExampleReader, withoutExamples } from '../opening/examples-store.server.ts';

const version = sql<string>`xmin::text`.as('_version');

/** Posts whose time of publication has come, newest first. */
export const publishedPosts = ({ db, settings }: ExampleReader, now: Date) =>
  db
    .selectFrom('blog_posts')
    .selectAll()
    .where('published_at', '<=', now)
    .where(withoutExamples({ settings }, 'blog_posts'))
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const allPosts = (db: Db) =>
  db
    .selectFrom('blog_posts')
    .selectAll()
    .orderBy('published_at', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .execute();

export const postById = (db: Db, id: string) =>
  db.selectFrom('blog_posts').selectAll().select(version).where('id', '=', id).executeTakeFirst();

/** Finds the post with this slug, else the one that had it before. */
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

/** Deletes the former slugs of posts that no longer exist. */
export const purgeOldSlugs = (db: Db, ids: readonly string[]) =>
  db
    .deleteFrom('blog_slug_history')
    .where('post_id', 'in', ids)
    .where('post_id', 'not in', db.selectFrom('blog_posts').select('id').where('id', 'in', ids))
    .execute();

/** Clocks of several processes differ by less: a post is rather announced twice than cached as not yet out. */
const overlapSeconds = 30;

/** Clears every process's cache of the blog when a post came due since the last announcement, however long ago. */
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
