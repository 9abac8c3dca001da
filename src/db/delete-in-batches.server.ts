import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from './client.server.ts';

const batchRows = 2_000;
/** What is left after it waits for the next run. */
const maxRunMs = 15_000;

/** Deletes rows in statements that each end well within the statement's limit, for at most 15 s. @returns how many */
export async function deleteInBatches(
  db: Db,
  {
    table,
    where,
  }: {
    table: Extract<keyof Database, string> | 'rate_limits' | 'graphile_worker._private_jobs';
    where: RawBuilder<boolean>;
  },
): Promise<number> {
  const endsAt = performance.now() + maxRunMs;
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${where} limit ${batchRows}))`.execute(db);
    const rows = Number(numAffectedRows ?? 0);
    deleted += rows;
    if (rows < batchRows || performance.now() > endsAt) return deleted;
  }
}
