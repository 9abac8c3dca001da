import { sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';

interface Recheck {
  propertyId: string;
  startedAt: Date;
}

/** @returns whether the caller reads the feeds now: no other reading began within so many milliseconds, by any clock */
export async function claimRecheck(
  db: Db,
  { propertyId, startedAt, minReadingMs }: Recheck & { minReadingMs: number },
): Promise<boolean> {
  const from = new Date(startedAt.getTime() - minReadingMs);
  const until = new Date(startedAt.getTime() + minReadingMs);
  const claimed = await db
    .insertInto('calendar_rechecks')
    .values({ property_id: propertyId, started_at: startedAt })
    .onConflict((conflict) =>
      conflict
        .column('property_id')
        .doUpdateSet({ started_at: startedAt, ended_at: null })
        .where((row) =>
          row.or([
            row('calendar_rechecks.started_at', '<=', from),
            row('calendar_rechecks.started_at', '>=', until),
          ]),
        ),
    )
    .returning('property_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export const endRecheck = (db: Db, { propertyId, startedAt, endedAt }: Recheck & { endedAt: Date }) =>
  db
    .updateTable('calendar_rechecks')
    .set({ ended_at: endedAt })
    .where('property_id', '=', propertyId)
    .where('started_at', '=', startedAt)
    .execute();

/** An interrupted reading does not count. */
export const deleteRecheck = (db: Db, { propertyId, startedAt }: Recheck) =>
  db
    .deleteFrom('calendar_rechecks')
    .where('property_id', '=', propertyId)
    .where('started_at', '=', startedAt)
    .execute();

export async function recheckState(db: Db, propertyId: string): Promise<'none' | 'running' | 'ended'> {
  const row = await db
    .selectFrom('calendar_rechecks')
    .select(sql<boolean>`ended_at is not null`.as('is_over'))
    .where('property_id', '=', propertyId)
    .executeTakeFirst();
  if (!row) return 'none';
  return row.is_over ? 'ended' : 'running';
}
