import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from './client.server.ts';
import { inBatches } from './in-batches.server.ts';

/** Deletes rows in batches, so that no statement reaches its timeout; stops after 15 s. @returns the number of deleted rows */
export const deleteInBatches = (
  db: Db,
  {
    table,
    where,
  }: {
    table: Extract<keyof Database, string> | 'rate_limits' | 'graphile_worker._private_jobs';
    where: RawBuilder<boolean>;
  },
): Promise<number> =>
  inBatches(async (limit) => {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${where} limit ${limit}))`.execute(db);
    return Number(numAffectedRows ?? 0);
  });
