import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { AttemptStatus, PaymentAttemptsTable } from '../../../db/schema/payments.ts';

export type Attempt = Selectable<PaymentAttemptsTable>;
export const activeStatuses: readonly AttemptStatus[] = ['pending', 'open', 'processing'];

export const activeAttempt = (db: Db, bookingId: string) =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('status', 'in', activeStatuses)
    .executeTakeFirst();

export const attemptById = (db: Db, id: string) =>
  db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst();

export const attemptByStripeId = (db: Db, stripeId: string) =>
  db.selectFrom('payment_attempts').selectAll().where('stripe_id', '=', stripeId).executeTakeFirst();

export async function countPages(db: Db, bookingId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payment_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('booking_id', '=', bookingId)
    .where('purpose', '=', 'stay')
    .where('stripe_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

export const insertAttempt = (tx: Tx, row: Insertable<PaymentAttemptsTable>) =>
  tx.insertInto('payment_attempts').values(row).returningAll().executeTakeFirstOrThrow();

/** Inserts the attempt of a payment that the provider has and a restore lost. */
export const insertLostAttempt = (db: Db, row: Insertable<PaymentAttemptsTable>) =>
  db
    .insertInto('payment_attempts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const saveAttempt = (db: Db, id: string, made: { stripe_id: string; url: string | null }) =>
  db
    .updateTable('payment_attempts')
    .set((row) => ({
      ...made,
      status: row
        .case()
        .when('status', '=', 'pending')
        .then<AttemptStatus>('open')
        .else(row.ref('status'))
        .end(),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Sets the status of an active attempt; one that ended can only become `paid`, by a late payment. */
export const setAttemptStatus = (tx: Db, id: string, status: AttemptStatus) =>
  tx
    .updateTable('payment_attempts')
    .set({ status })
    .where('id', '=', id)
    .where((row) => row.or([row('status', 'in', activeStatuses), row.val(status === 'paid')]))
    .execute();

/** Records a call before it is made. @returns the updated attempt */
export const touchAttempt = (db: Db, id: string, now: Date) =>
  db
    .updateTable('payment_attempts')
    .set({ checked_at: now, refused_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/**
 * Lets one of several concurrent readers make the next check.
 * @param checkedAt the last check that the caller read
 * @returns whether it is the caller
 */
export async function claimCheck(db: Db, id: string, checkedAt: Date | null, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_attempts')
    .set({ checked_at: now })
    .where('id', '=', id)
    .where('checked_at', 'is not distinct from', checkedAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const markUncharged = (db: Db, id: string, now: Date) =>
  db.updateTable('payment_attempts').set({ refused_at: now }).where('id', '=', id).execute();

/** Fails a charge that was certainly not made: the provider rejected it, or its call has ended. */
export async function failUncharged(db: Db, id: string, calledBefore: Date): Promise<void> {
  await db
    .updateTable('payment_attempts')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('stripe_id', 'is', null)
    .where((row) => row.or([row('refused_at', 'is not', null), row('checked_at', '<', calledBefore)]))
    .execute();
}

/** Active attempts for which no request is waiting, the longest unchecked first. */
export const uncheckedAttempts = (
  db: Db,
  { pendingBefore, openBefore, limit }: { pendingBefore: Date; openBefore: Date; limit: number },
) =>
  db
    .selectFrom('payment_attempts')
    .selectAll()
    .where((row) =>
      row.or([
        row.and([row('status', '=', 'pending'), row('created_at', '<=', pendingBefore)]),
        row.and([row('status', 'in', ['open', 'processing']), row('created_at', '<=', openBefore)]),
      ]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();

export const firstAttemptAt = async (db: Db): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('payment_attempts')
      .select('created_at')
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
  )?.created_at;
