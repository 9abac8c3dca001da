import type { Insertable } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import type { UnknownPaymentsTable } from '../../../db/schema/sales.ts';
import { dayMs } from '../../../shared/durations.ts';

export type UnknownPayment = Insertable<UnknownPaymentsTable> & { refunded_cents: number };

/** @returns whether it is new */
export async function insertUnknownPayment(db: Db, payment: UnknownPayment): Promise<boolean> {
  const added = await db
    .insertInto('unknown_payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('payment_id')
    .executeTakeFirst();
  return added !== undefined;
}

export const setUnknownRefunded = (db: Db, { payment_id, refunded_cents }: UnknownPayment) =>
  db.updateTable('unknown_payments').set({ refunded_cents }).where('payment_id', '=', payment_id).execute();

/** Of a payment whose booking is in the books after all. */
export const deleteUnknownPayment = (db: Db, paymentId: string) =>
  db.deleteFrom('unknown_payments').where('payment_id', '=', paymentId).execute();

const shownMs = 60 * dayMs;

/** What is not refunded, of the last 60 days, the newest first. */
export const openUnknownPayments = (db: Db, now: Date) =>
  db
    .selectFrom('unknown_payments')
    .selectAll()
    .whereRef('refunded_cents', '<', 'amount_cents')
    .where('paid_at', '>', new Date(now.getTime() - shownMs))
    .orderBy('paid_at', 'desc')
    .limit(100)
    .execute();
