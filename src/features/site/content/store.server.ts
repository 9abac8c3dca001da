import type { Db } from '../../../db/client.server.ts';

export const pageBySlug = (db: Db, slug: string) =>
  db.selectFrom('pages').selectAll().where('slug', '=', slug).executeTakeFirst();

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

export const allRedirects = (db: Db) =>
  db.selectFrom('redirects').select(['from_path', 'to_path', 'status']).execute();

export const settingsChangedAt = (db: Db) =>
  db.selectFrom('site_settings').select('updated_at').executeTakeFirstOrThrow();
