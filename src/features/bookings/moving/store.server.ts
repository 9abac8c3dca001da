import type { Db } from '../../../db/client.server.ts';

export const promoById = (db: Db, id: string) =>
  db.selectFrom('promo_codes').selectAll().where('id', '=', id).executeTakeFirst();

/** The nightly price of the offer that a booking came of, in minor units; `null` without one. */
export const offeredNightly = async (db: Db, bookingId: string): Promise<number | null> =>
  (
    await db
      .selectFrom('offers')
      .select('nightly_cents')
      .where('booking_id', '=', bookingId)
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
  )?.nightly_cents ?? null;
