import type { Db } from '../../../db/client.server.ts';

export const isBoundBrowser = async (db: Db, bookingId: string, browserHash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('booking_browsers')
    .select('booking_id')
    .where('booking_id', '=', bookingId)
    .where('browser_hash', '=', browserHash)
    .executeTakeFirst()) !== undefined;

export const addBoundBrowser = (db: Db, bookingId: string, browserHash: Buffer) =>
  db
    .insertInto('booking_browsers')
    .values({ booking_id: bookingId, browser_hash: browserHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const deleteBoundBrowsers = (db: Db, bookingId: string) =>
  db.deleteFrom('booking_browsers').where('booking_id', '=', bookingId).execute();
