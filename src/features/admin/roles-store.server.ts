import { sql } from 'kysely';
import type { Db } from '../../db/client.server.ts';

/** Until the transaction ends, others who change somebody's role wait here. */
export const lockRoles = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('roles', 0))`.execute(tx);

/** The ids of all administrators. */
export const administrators = async (tx: Db): Promise<string[]> =>
  (await tx.selectFrom('users').select('id').where('role', '=', 'admin').execute()).map(({ id }) => id);
