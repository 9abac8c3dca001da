import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';

const columns = ['id', 'table_name as table', 'name', 'query'] as const;

export const listTableViews = (db: Db, table: string) =>
  db
    .selectFrom('saved_views')
    .select(columns)
    .where('table_name', '=', table)
    .orderBy(sql`lower(name)`)
    .execute();

/** Serializes writes of a table's views until the transaction ends. */
export const lockViews = (tx: Tx, table: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`views:${table}`}, 0))`.execute(tx);

/** Whether another view of the table has the name, as the database compares names. */
export async function isNameTaken(
  tx: Tx,
  { id, table, name }: { id: string; table: string; name: string },
): Promise<boolean> {
  const other = await tx
    .selectFrom('saved_views')
    .select('id')
    .where('table_name', '=', table)
    .where('id', '!=', id)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  return other !== undefined;
}

export async function countViews(db: Db, table: string): Promise<number> {
  const { count } = await db
    .selectFrom('saved_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('table_name', '=', table)
    .executeTakeFirstOrThrow();
  return count;
}

export const viewById = (db: Db, id: string) =>
  db.selectFrom('saved_views').select(columns).where('id', '=', id).executeTakeFirst();

export const insertView = (
  tx: Tx,
  { id, table, name, query }: { id: string; table: string; name: string; query: string },
) => tx.insertInto('saved_views').values({ id, table_name: table, name, query }).execute();

export async function updateView(
  db: Db,
  id: string,
  { name, query }: { name: string; query: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_views')
    .set({ name, query })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteView(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
