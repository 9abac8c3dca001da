import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { AuditLogTable } from '../../../db/schema.ts';
import type { HistoryAction } from '../schema/table.ts';

export interface StoredEntry {
  id: number;
  action: HistoryAction;
  actor_email: string;
  created_at: Date;
  before: AuditLogTable['before'];
  after: AuditLogTable['after'];
}

const columns = ['id', 'action', 'actor_email', 'created_at', 'before', 'after'] as const;

/** The newest first. */
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

/**
 * What the admin keeps of somebody who has their account deleted goes with it: the past of rows that bear their address,
 * and such rows in the trash. What they wrote themselves as a host stays written, without their name.
 */
export async function anonymizeHistory(
  tx: Tx,
  { email, userId }: { email: string; userId: string },
): Promise<void> {
  await tx
    .deleteFrom('audit_log')
    .where(sql<boolean>`after ->> 'email' = ${email} or before ->> 'email' = ${email}`)
    .execute();
  await tx.deleteFrom('deleted_rows').where(sql<boolean>`row ->> 'email' = ${email}`).execute();
  // As the references of rows that are in their tables: none may lead to nobody when the row comes back.
  await tx
    .updateTable('deleted_rows')
    .set({ row: sql`row || '{"uploaded_by": null}'` })
    .where(sql<boolean>`row ->> 'uploaded_by' = ${userId}`)
    .execute();
  const nobody = 'Deleted account';
  await tx
    .updateTable('audit_log')
    .set({ actor_email: nobody, actor_id: null })
    .where('actor_id', '=', userId)
    .execute();
  await tx
    .updateTable('deleted_rows')
    .set({ deleted_by_email: nobody })
    .where('deleted_by_email', '=', email)
    .execute();
}
