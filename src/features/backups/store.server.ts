import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.server.ts';

const columns = ['id', 'made_at as madeAt', 'tried_at as triedAt', 'bytes', 'place', 'error'] as const;

/** The newest backup that could be made. */
export const newestBackup = (db: Db) =>
  db
    .selectFrom('backups')
    .select(columns)
    .where('bytes', 'is not', null)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The attempts that failed since the newest backup, as one row. */
export const failedBackup = (db: Db) =>
  db.selectFrom('backups').select(columns).where('bytes', 'is', null).executeTakeFirst();

/** The time of the oldest backup, and of the last proof; `null` without one. */
export const proofTimes = (db: Db) =>
  db
    .selectFrom('backups')
    .select(({ fn }) => [
      fn.min<Date | null>('made_at').as('firstMadeAt'),
      fn.max('proven_at').as('provenAt'),
    ])
    .where('bytes', 'is not', null)
    .executeTakeFirstOrThrow();

export const placedBackups = (db: Db) =>
  db
    .selectFrom('backups')
    .select(['made_at as madeAt', 'place', 'proven_at as provenAt'])
    .where('bytes', 'is not', null)
    .execute();

interface Made {
  made_at: Date;
  bytes: number;
  place: string;
}

export const insertBackup = (db: Db, backup: Made) =>
  db.transaction().execute(async (tx) => {
    await tx.deleteFrom('backups').where('bytes', 'is', null).execute();
    await tx
      .insertInto('backups')
      .values({ ...backup, tried_at: backup.made_at })
      .execute();
  });

export const saveFailure = (db: Db, at: Date, error: string) =>
  db
    .insertInto('backups')
    .values({ made_at: at, tried_at: at, error })
    .onConflict((conflict) =>
      conflict.expression(sql`(true)`).where('bytes', 'is', null).doUpdateSet({ tried_at: at, error }),
    )
    .execute();

export const saveProof = (db: Db, id: string, at: Date) =>
  db.updateTable('backups').set({ proven_at: at, tried_at: at, error: '' }).where('id', '=', id).execute();

export const saveProofFailure = (db: Db, id: string, at: Date, error: string) =>
  db.updateTable('backups').set({ tried_at: at, error }).where('id', '=', id).execute();

export const deleteBackups = (db: Db, places: readonly string[]) =>
  db.deleteFrom('backups').where('place', 'in', places).execute();

/** @returns whether hosts were not mailed about it before */
export async function markAlarmed(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('backups')
    .set({ alarmed_at: at })
    .where('id', '=', id)
    .where('alarmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
