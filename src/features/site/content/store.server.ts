import { sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import { type ExampleReader, withoutExamples } from '../../opening/examples-store.server.ts';

export const pageBySlug = (db: Db, slug: string) =>
  db
    .selectFrom('pages')
    .select(['slug', 'title', 'html_rich_text as html', 'updated_at as updatedAt'])
    .where('slug', '=', slug)
    .executeTakeFirst();

/** The pages that have a place on the site, by their slug. */
export const textPages = (db: Db) =>
  db
    .selectFrom('pages')
    .select(['slug', 'updated_at'])
    .where('slug', 'in', ['terms', 'privacy', 'cancellation'])
    .orderBy('slug')
    .execute();

/** The seed makes the row, so its absence is a bug. */
export const getSettings = (db: Db) => db.selectFrom('site_settings').selectAll().executeTakeFirstOrThrow();

const targetPath = sql<string>`regexp_replace(to_path, '/*([?#].*)?$', '')`;

/** The tables whose rows have a page of their own, and the beginning of its path. */
const pagePrefixes = [
  ['properties', '/stays/'],
  ['blog_posts', '/blog/'],
] as const;

/** Every redirect, without those that would lead guests to an example that they do not see. */
export const guestRedirects = ({ db, settings }: ExampleReader) =>
  db
    .selectFrom('redirects')
    .select(['from_path', 'to_path', 'status'])
    .where(({ and, not, exists, selectFrom }) =>
      and(
        pagePrefixes.map(([table, prefix]) =>
          not(
            exists(
              selectFrom(table)
                .select('id')
                .where(sql`${prefix}::text || slug`, '=', targetPath)
                .where(not(withoutExamples({ settings }, table))),
            ),
          ),
        ),
      ),
    )
    .execute();

export const settingsChangedAt = (db: Db) =>
  db.selectFrom('site_settings').select('updated_at').executeTakeFirstOrThrow();
