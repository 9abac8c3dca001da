import type { Db } from '../../db/client.server.ts';

/** The one row of settings; the seed makes it, so its absence is a bug. */
export const getSettings = (db: Db) => db.selectFrom('site_settings').selectAll().executeTakeFirstOrThrow();

/** Every redirect, by the address it leads away from. */
export const allRedirects = (db: Db) =>
  db.selectFrom('redirects').select(['from_path', 'to_path', 'status']).execute();

/** When the settings, which every page shows, last changed. */
export const settingsChangedAt = (db: Db) =>
  db.selectFrom('site_settings').select('updated_at').executeTakeFirstOrThrow();
