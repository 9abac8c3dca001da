import type { Db } from '../../../db/client.server.ts';

export const isBoundBrowser = async (db: Db, bookingId: string, browserHash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('booking_browsers')
    .select('booking_id')
    .where('booking_id', '=', bookingId)
    .where('browser_hash', '=', browserHash)
    .executeTakeFirst()) !== undefined;

/** @param isFromMail whether it followed a link that only the guest's mail holds; once so, it stays so */
export const addBoundBrowser = (db: Db, bookingId: string, browserHash: Buffer, isFromMail = false) =>
  db
    .insertInto('booking_browsers')
    .values({ booking_id: bookingId, browser_hash: browserHash, opened_mail: isFromMail })
    .onConflict((conflict) =>
      isFromMail
        ? conflict.columns(['booking_id', 'browser_hash']).doUpdateSet({ opened_mail: true })
        : conflict.doNothing(),
    )
    .execute();

/** Whether a browser followed a link that only the guest's mail holds. */
export const hasOpenedMail = async (db: Db, bookingId: string, browserHash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('booking_browsers')
    .select('booking_id')
    .where('booking_id', '=', bookingId)
    .where('browser_hash', '=', browserHash)
    .where('opened_mail', '=', true)
    .executeTakeFirst()) !== undefined;

export const deleteBoundBrowsers = (db: Db, bookingId: string) =>
  db.deleteFrom('booking_browsers').where('booking_id', '=', bookingId).execute();

/** Whether a stay of this address was confirmed that the browser made, or whose link it followed. */
export const hasConfirmedStay = async (db: Db, email: string, browserHash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('bookings')
    .select('id')
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('browser_hash', '=', browserHash),
        exists(
          selectFrom('booking_browsers')
            .select('booking_id')
            .whereRef('booking_id', '=', 'bookings.id')
            .where('booking_browsers.browser_hash', '=', browserHash),
        ),
      ]),
    )
    .executeTakeFirst()) !== undefined;
