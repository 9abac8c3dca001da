import type { Db } from '../../db/client.server.ts';

export const markWorkerSeen = (db: Db, at: Date) =>
  db
    .insertInto('installation')
    .values({ worker_seen_at: at })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ worker_seen_at: at }))
    .execute();

/** When a process last worked on timed jobs; `undefined`: none ever did. */
export const workerSeenAt = async (db: Db): Promise<Date | undefined> =>
  (await db.selectFrom('installation').select('worker_seen_at').executeTakeFirst())?.worker_seen_at ??
  undefined;
