import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/client.server.ts';
import type { UnknownPaymentsTable } from '../../db/schema/sales.ts';

export type UnknownPaymentRow = Insertable<UnknownPaymentsTable> & { refunded_cents: number };

/** Saves a payment once. @returns whether it is new */
export async function insertUnknownPayment(db: Db, payment: UnknownPaymentRow): Promise<boolean> {
  const added = await db
    .insertInto('unknown_payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('payment_id')
    .executeTakeFirst();
  return added !== undefined;
}

export const setUnknownRefunded = (db: Db, { payment_id, refunded_cents }: UnknownPaymentRow) =>
  db.updateTable('unknown_payments').set({ refunded_cents }).where('payment_id', '=', payment_id).execute();

export const findUnknownPayment = (db: Db, paymentId: string) =>
  db.selectFrom('unknown_payments').selectAll().where('payment_id', '=', paymentId).executeTakeFirst();

/**
 * Saves a dispute's status. A dispute that needs a response shows the payment to hosts again.
 * @returns false if a concurrent call changed the status
 */
export async function setUnknownDispute(
  tx: Tx,
  {
    stored,
    id,
    status,
    needsResponse,
  }: {
    stored: Pick<Selectable<UnknownPaymentsTable>, 'payment_id' | 'dispute_status'>;
    id: string;
    status: string;
    needsResponse: boolean;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('unknown_payments')
    .set({ dispute_id: id, dispute_status: status })
    .$if(needsResponse, (query) => query.set({ done_at: null, done_by: null, done_note: '' }))
    .where('payment_id', '=', stored.payment_id)
    .where('dispute_status', 'is not distinct from', stored.dispute_status)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a payment whose booking is in the ledger after all. */
export const deleteUnknownPayment = (db: Db, paymentId: string) =>
  db.deleteFrom('unknown_payments').where('payment_id', '=', paymentId).execute();

/** Marks a payment as done. @returns false where another host did before */
export async function markUnknownPaymentDone(
  db: Db,
  { paymentId, userId, note, now }: { paymentId: string; userId: string; note: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('unknown_payments')
    .set({ done_at: now, done_by: userId, done_note: note })
    .where('payment_id', '=', paymentId)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Reads who marked a payment as done; the e-mail address is null where that account was deleted. */
export const findDoneUnknownPayment = (db: Db, paymentId: string) =>
  db
    .selectFrom('unknown_payments')
    .leftJoin('users', 'users.id', 'done_by')
    .select(['done_at as doneAt', 'email as doneBy', 'done_note as note'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();

/** Payments that are neither marked as done, refunded nor lost in a dispute; the newest first. */
export const openUnknownPayments = (db: Db) =>
  db
    .selectFrom('unknown_payments')
    .select(['payment_id as id', 'booking_code as code', 'description', 'paid_at as paidAt'])
    .select(sql<number>`amount_cents - refunded_cents`.as('amount'))
    .select('dispute_status as disputeStatus')
    .whereRef('refunded_cents', '<', 'amount_cents')
    .where('done_at', 'is', null)
    .where('dispute_status', 'is distinct from', 'lost')
    .orderBy('paid_at', 'desc')
    .limit(100)
    .execute();
