import type { Db } from '../../db/client.server.ts';

/** The moment of the backup whose restore paused charges and refunds; undefined when they are not paused. */
export const paymentsPausedSince = async (db: Db): Promise<Date | undefined> =>
  (await db.selectFrom('payment_pause').select('since').executeTakeFirst())?.since;

export const endPaymentPause = (db: Db) => db.deleteFrom('payment_pause').execute();

/** Marks the pause as mailed to the hosts. @returns whether it was not mailed before */
export async function markPauseNotified(db: Db, now: Date): Promise<boolean> {
  const marked = await db
    .updateTable('payment_pause')
    .set({ notified_at: now })
    .where('notified_at', 'is', null)
    .returning('since')
    .executeTakeFirst();
  return marked !== undefined;
}
