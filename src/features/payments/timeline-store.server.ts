import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.server.ts';

export interface TimelineRow {
  timeline: number | null;
  timeline_seen_at: Date | null;
}

/**
 * Reads the timeline of the database, which grows when a standby is promoted. The checkpoint that records the new one
 * is written up to five minutes later; until then the end of the recovery has it.
 */
export async function readTimeline(db: Db): Promise<number> {
  const { rows } = await sql<{
    timeline: number;
  }>`select greatest(
      (select timeline_id from pg_control_checkpoint()),
      (select min_recovery_end_timeline from pg_control_recovery())
    ) as timeline`.execute(db);
  return rows[0]?.timeline ?? 0;
}

/** Locks the row of this database, which is made when it is first needed. */
export async function lockTimeline(tx: Tx): Promise<TimelineRow> {
  await tx
    .insertInto('installation')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('installation')
    .select(['timeline', 'timeline_seen_at'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export const saveTimeline = (tx: Tx, timeline: number, at: Date) =>
  tx.updateTable('installation').set({ timeline, timeline_seen_at: at }).execute();

export const pausePaymentsSince = (tx: Tx, since: Date) =>
  tx
    .insertInto('payment_pause')
    .values({ since })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        since: sql`least(payment_pause.since, excluded.since)`,
        notified_at: null,
      }),
    )
    .execute();
