import type { Db } from '../../db/client.server.ts';

/** The one row of settings; the seed makes it, so its absence is a bug. */
export const getSettings = (db: Db) => db.selectFrom('site_settings').selectAll().executeTakeFirstOrThrow();
