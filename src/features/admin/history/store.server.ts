import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { AuditLogTable } from '../../../db/schema/operations.ts';
import type { HistoryAction } from './contract.server.ts';

export interface StoredEntry {
  id: number;
  action: HistoryAction;
  actor_email: string;
  created_at: Date;
  before: AuditLogTable['before'];
  after: AuditLogTable['after'];
}

const columns = ['id', 'action', 'actor_email', 'created_at', 'before', 'after'] as const;

export const listEntries = (
  db: Db,
  { table, rowId, limit, offset }: { table: string; rowId: string; limit: number; offset: number },
): Promise<StoredEntry[]> =>
  db
    .selectFrom('audit_log')
    .select(columns)
    .where('table_name', '=', table)
    .where('row_id', '=', rowId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const getEntry = (
  db: Db,
  { table, rowId, id }: { table: string; rowId: string; id: number },
): Promise<StoredEntry | undefined> =>
  db
    .selectFrom('audit_log')
    .select(columns)
    .where('id', '=', id)
    .where('table_name', '=', table)
    .where('row_id', '=', rowId)
    .executeTakeFirst();

/** Deletes the history and trash of rows with a deleted account's address. Its own changes as a host stay, without the name. */
export async function anonymizeHistory(
  tx: Tx,
  { email, userId }: { email: string; userId: string },
): Promise<void> {
  await tx
    .deleteFrom('audit_log')
    .where(sql<boolean>`after ->> 'email' = ${email} or before ->> 'email' = ${email}`)
    .execute();
  await tx.deleteFrom('deleted_rows').where(sql<boolean>`row ->> 'email' = ${email}`).execute();
  // A restored row must not refer to a user who is gone.
  await tx
    .updateTable('deleted_rows')
    .set({ row: sql`row || '{"uploaded_by": null}'` })
    .where(sql<boolean>`row ->> 'uploaded_by' = ${userId}`)
    .execute();
  const anonymous = 'Deleted account';
  await tx
    .updateTable('audit_log')
    .set({ actor_email: anonymous, actor_id: null })
    .where('actor_id', '=', userId)
    .execute();
  await tx
    .updateTable('deleted_rows')
    .set({ deleted_by_email: anonymous })
    .where('deleted_by_email', '=', email)
    .execute();
}
