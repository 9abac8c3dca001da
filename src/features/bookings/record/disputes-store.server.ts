import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { DisputesTable } from '../../../db/schema/payments.ts';

export const saveDispute = (tx: Tx, row: Insertable<DisputesTable>) =>
  tx
    .insertInto('disputes')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        amount_cents: row.amount_cents,
        status: row.status,
        reason: row.reason,
        answer_by: row.answer_by,
        payment_id: row.payment_id,
      }),
    )
    .execute();

/** @returns undefined for one that is not in the ledger */
export const disputeStatus = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('disputes').select('status').where('id', '=', id).executeTakeFirst())?.status;

/** Whether a bank disputes a payment of the booking, or has taken one back. */
export const hasDispute = sql<boolean>`exists (select from disputes
  where disputes.booking_id = bookings.id and status not in ('won', 'warning_closed', 'prevented'))`;

export const isDisputed = async (db: Db, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', bookingId)
    .where(hasDispute)
    .executeTakeFirst()) !== undefined;

/** The charges that a bank holds while it decides. */
export async function disputedCharges(db: Db, bookingId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('disputes')
    .select('payment_id')
    .where('booking_id', '=', bookingId)
    .where('status', 'in', ['needs_response', 'under_review'])
    .execute();
  return new Set(rows.map(({ payment_id }) => payment_id));
}
