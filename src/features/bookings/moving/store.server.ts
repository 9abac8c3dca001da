import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';

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

/** Of what the hosts gave back, so many minor units were too much for the stay as it is now; the newest refunds first. */
export async function countAsOverpaid(tx: Tx, bookingId: string, amountCents: number): Promise<void> {
  await sql`
    with given as (
      select id, amount_cents - overpaid_cents as waived,
        sum(amount_cents - overpaid_cents) over (order by created_at desc, id desc) as so_far
      from refund_orders where booking_id = ${bookingId} and kind = 'hosts' and status <> 'failed'
    )
    update refund_orders
    set overpaid_cents = overpaid_cents + least(given.waived, ${amountCents}::bigint - (so_far - given.waived))
    from given
    where given.id = refund_orders.id and so_far - given.waived < ${amountCents}::bigint and given.waived > 0`.execute(
    tx,
  );
}
