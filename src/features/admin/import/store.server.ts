import { sql } from 'kysely';
import { type Actor, auditCte, historyColumns, run, selectColumns } from '../../../db/audited-rows.server.ts';
import type { Tx } from '../../../db/client.server.ts';
import type { FormValues } from '../../../shared/forms/schema.ts';
import type { Row, RowId } from '../schema/table.ts';
import { getColumn, maxId, type Table } from '../schema/tables.server.ts';

/** Until the transaction ends nobody else adds rows: whoever numbers many rows must know which numbers are free. */
export const lockTable = (tx: Tx, table: Table) =>
  run(tx, `lock table ${table.sql} in share row exclusive mode`, []);

/** Numbers that no row has or had, else such that no row has; fewer than asked for where the table is nearly full. */
export async function unusedIds(tx: Tx, table: Table, count: number): Promise<number[]> {
  const taken = `select "id"::bigint as "id" from ${table.sql}
    union all select row_id::bigint from deleted_rows where table_name = '${table.name}'`;
  const [last] = await run<{ id: number }>(
    tx,
    `select coalesce(max("id"), 0) as "id" from (${taken}) as taken`,
    [],
  );
  const from = (last?.id ?? 0) + 1;
  if (from + count - 1 <= maxId(table)) return Array.from({ length: count }, (_, at) => from + at);
  const gaps = `select free from generate_series(1, $1::bigint) as free
    where free not in (select "id" from (${taken}) as taken) order by 1 limit $2`;
  return (await run<{ free: number }>(tx, gaps, [maxId(table), count])).map(({ free }) => free);
}

/** Adds rows that are complete, each with its entry in the history. */
export function insertRows(tx: Tx, table: Table, rows: readonly FormValues[], author: Actor): Promise<Row[]> {
  const names = Object.keys(rows[0] ?? {}).map((name) => getColumn(table, name)?.sql);
  return run(
    tx,
    `with made as (
       insert into ${table.sql} (${names.join(', ')})
       select ${names.join(', ')} from jsonb_populate_recordset(null::${table.sql}, $1::jsonb)
       returning ${selectColumns(table)}
     ), entry as (
       insert into audit_log (${historyColumns})
       select '${table.name}', "id"::text, 'import', $2, $3, $4, null, to_jsonb(made) - '_version' from made
     )
     select * from made`,
    [JSON.stringify(rows), author.userId, author.email, author.at],
  );
}

/** Sets values in locked rows, other ones in each. @returns the rows that hold something else than before */
export function updateEachRow(
  tx: Tx,
  table: Table,
  {
    rows,
    author,
    hasUpdatedAt,
  }: { rows: readonly ({ id: RowId } & FormValues)[]; author: Actor; hasUpdatedAt: boolean },
): Promise<Row[]> {
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'id');
  const columns = names.map((name) => getColumn(table, name)?.sql);
  const changes = columns.map((column) => `${column} = given.${column}`);
  if (hasUpdatedAt && !names.includes('updated_at')) changes.push('"updated_at" = $6');
  return run(
    tx,
    `with given as (
       select * from jsonb_populate_recordset(null::${table.sql}, $2::jsonb)
     ), old as (
       select ${table.columns.map((column) => column.sql).join(', ')} from ${table.sql}
       where "id" in (select "id" from given)
     ), new as (
       update ${table.sql} as target set ${changes.join(', ')} from given
       where target."id" = given."id"
         and (${columns.map((column) => `target.${column} is distinct from given.${column}`).join(' or ')})
       ${auditCte(table)}`,
    [names, JSON.stringify(rows), 'import', author.userId, author.email, author.at],
  );
}

/** Tries something that may be refused, without ending the transaction. @returns the refusal, if any */
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
