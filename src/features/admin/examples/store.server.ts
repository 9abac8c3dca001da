import { run } from '../../../db/audited-rows.server.ts';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { Table } from '../../../db/tables.server.ts';
import type { RowId } from '../../../shared/forms/schema.ts';

export const exampleIds = async (tx: Tx, table: Table): Promise<RowId[]> =>
  (await run<{ id: RowId }>(tx, `select "id" from ${table.sql} where is_example order by "id"`, [])).map(
    ({ id }) => id,
  );

/** One statement, because a screen waits for it. */
export const exampleIdsByTable = (db: Db, tables: readonly Table[]) =>
  run<{ table: string; ids: RowId[] }>(
    db,
    tables
      .map(
        ({ name, sql }) =>
          `select '${name}' as "table", jsonb_agg(id order by id) as ids from ${sql} where is_example having count(*) > 0`,
      )
      .join(' union all '),
    [],
  );

export async function countExamples(tx: Tx, tables: readonly Table[]): Promise<number> {
  let count = 0;
  for (const { sql } of tables) {
    const [row] = await run<{ count: number }>(
      tx,
      `select count(*) as count from ${sql} where is_example`,
      [],
    );
    count += row?.count ?? 0;
  }
  return count;
}

/** Homes that bookings or their prices need. */
export const bookedHomes = async (tx: Tx): Promise<Set<RowId>> =>
  new Set(
    (await tx.selectFrom('bookings').select('property_id').distinct().execute()).map(
      ({ property_id }) => property_id,
    ),
  );

/** Cancellation policies of homes, and templates of rules: what stays needs them. */
export async function rowsInUse(tx: Tx): Promise<Map<string, Set<RowId>>> {
  const policies = await tx
    .selectFrom('properties')
    .select('cancellation_policy_id as id')
    .where('cancellation_policy_id', 'is not', null)
    .execute();
  const templates = await tx.selectFrom('message_rules').select('template_id as id').execute();
  const ids = (rows: { id: RowId | null }[]) => new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])));
  return new Map([
    ['cancellation_policies', ids(policies)],
    ['message_templates', ids(templates)],
  ]);
}

export const insertRemoval = (tx: Tx, removal: { id: string; groups: readonly string[][]; at: Date }) =>
  tx
    .insertInto('example_removals')
    .values({ id: removal.id, trash_groups: JSON.stringify(removal.groups), created_at: removal.at })
    .execute();

export const findRemoval = (db: Db, id: string) =>
  db.selectFrom('example_removals').selectAll().where('id', '=', id).executeTakeFirst();

/** @returns whether it was not undone yet */
export async function markUndone(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('example_removals')
    .set({ undone_at: at })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
