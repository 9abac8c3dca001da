import {
  type Actor,
  historyColumns,
  run,
  type StoredRow,
  selectColumns,
} from '../../../db/audited-rows.server.ts';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { Table } from '../../../db/tables.server.ts';
import type { RowId } from '../../../shared/forms/schema.ts';
import type { ClearedReferences } from '../../tables/delete-rows.server.ts';

export interface Trashed {
  id: string;
  table_name: string;
  row_id: string;
  row: Record<string, unknown>;
  cleared_references: ClearedReferences[];
}

/** Entries of the trash that have not expired, locked. */
export async function lockTrash(tx: Tx, ids: readonly string[], now: Date): Promise<Trashed[]> {
  const entries = await tx
    .selectFrom('deleted_rows')
    .select(['id', 'table_name', 'row_id', 'row', 'cleared_references'])
    .where('id', 'in', ids)
    .where('expires_at', '>', now)
    .orderBy('id')
    .forUpdate()
    .execute();
  return entries as Trashed[];
}

/** Columns that came since take their defaults. @param columns those that the table has now */
export async function reinsertRow(
  tx: Tx,
  table: Table,
  { row, columns, author }: { row: Record<string, unknown>; columns: readonly string[]; author: Actor },
): Promise<StoredRow> {
  const names = columns.filter((column) => Object.hasOwn(row, column)).map((column) => `"${column}"`);
  const [restored] = await run<StoredRow>(
    tx,
    `with restored as (
       insert into ${table.sql} (${names.join(', ')}) overriding system value
       select ${names.join(', ')} from jsonb_populate_record(null::${table.sql}, $1::jsonb)
       returning ${selectColumns(table)}
     ), entry as (
       insert into audit_log (${historyColumns})
       select '${table.name}', "id"::text, 'restore', $2, $3, $4, null, to_jsonb(restored) - '_version' from restored
     )
     select * from restored`,
    [JSON.stringify(row), author.userId, author.email, author.at],
  );
  return restored as StoredRow;
}

export const rowsWithNullReference = async (
  tx: Tx,
  table: Table,
  { column, ids }: ClearedReferences,
): Promise<RowId[]> => {
  const text = `select "id" from ${table.sql} where "id" = any($1) and "${column}" is null`;
  return (await run<{ id: RowId }>(tx, text, [ids])).map(({ id }) => id);
};

export const deleteTrashEntries = (db: Db, ids: readonly string[]) =>
  db.deleteFrom('deleted_rows').where('id', 'in', ids).execute();

/** The newest first. @param tables only those that are in the registry */
export async function trashPage(
  db: Db,
  { tables, now, limit, offset }: { tables: readonly string[]; now: Date; limit: number; offset: number },
) {
  const entries = db
    .selectFrom('deleted_rows')
    .where('table_name', 'in', tables)
    .where('expires_at', '>', now);
  const { total } = await entries
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await entries
    .select([
      'id as trashId',
      'table_name as table',
      'label',
      'deleted_by_email as deletedBy',
      'row_id as rowId',
      'deleted_at as deletedAt',
      'expires_at as expiresAt',
    ])
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total };
}

export const expiredTrash = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('deleted_rows')
    .select(['id', 'table_name', 'row_id'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();

/** Deletes expired entries, and the histories of rows that exist neither in a table nor in the trash. */
export const purgeTrash = (db: Db, ids: readonly string[]) =>
  run(
    db,
    `with gone as (delete from deleted_rows where id = any($1) returning table_name, row_id)
     delete from audit_log using gone
     where audit_log.table_name = gone.table_name and audit_log.row_id = gone.row_id`,
    [ids],
  );
