import { sql } from 'kysely';
import type { Tx } from '../../../db/client.server.ts';

/** Until the transaction ends, others who change somebody's role wait here. */
export const lockRoles = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('roles', 0))`.execute(tx);

/** The ids of all administrators. */
export const administrators = async (tx: Tx): Promise<string[]> =>
  (await tx.selectFrom('users').select('id').where('role', '=', 'admin').execute()).map(({ id }) => id);
