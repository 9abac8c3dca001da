import { sql } from 'kysely';
import { run } from '../../../db/audited-rows.server.ts';
import type { Tx } from '../../../db/client.server.ts';
import type { Table } from '../../../db/tables.server.ts';

/** Until the transaction ends nobody else adds rows: numbers are drawn one after another. */
export const lockTable = (tx: Tx, table: Table) =>
  run(tx, `lock table ${table.sql} in share row exclusive mode`, []);

/** Tries something that may fail, without ending the transaction. @returns the error, if any */
export async function withSavepoint(tx: Tx, work: () => Promise<unknown>): Promise<unknown> {
  await sql`savepoint attempt`.execute(tx);
  try {
    await work();
    await sql`release savepoint attempt`.execute(tx);
    return undefined;
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx);
    await sql`release savepoint attempt`.execute(tx);
    return error;
  }
}
