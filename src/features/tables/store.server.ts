import { sql } from 'kysely';
import { type AuditedTable, run, type StoredRow, selectColumns } from '../../db/audited-rows.server.ts';
import type { Db, Tx } from '../../db/client.server.ts';
import type { Table } from '../../db/tables.server.ts';
import type { RowId } from '../../shared/forms/schema.ts';

/** The rows that exist, in the order of their ids. */
export const readRows = (db: Db, table: AuditedTable, ids: readonly RowId[]): Promise<StoredRow[]> =>
  run(db, `select ${selectColumns(table)} from ${table.sql} where "id" = any($1) order by "id"`, [ids]);

/** The rows that exist, locked in the order of their ids, so that no two transactions wait for each other. */
export const lockRows = (tx: Tx, table: AuditedTable, ids: readonly RowId[]): Promise<StoredRow[]> =>
  run(tx, `select ${selectColumns(table)} from ${table.sql} where "id" = any($1) order by "id" for update`, [
    ids,
  ]);

/** The rows whose column points to one of the given rows; they are locked. */
export const rowsReferencing = (
  tx: Tx,
  table: Table,
  column: string,
  ids: readonly RowId[],
): Promise<{ id: RowId; target: RowId }[]> =>
  run(
    tx,
    `select "id", "${column}" as target from ${table.sql} where "${column}" = any($1) order by "id" for update`,
    [ids],
  );

interface Constraint {
  name: string;
  columns: string[];
  target: string | null;
}

interface ForeignKey {
  table: string;
  column: string;
  /** The foreign key's ON DELETE action: `n` set null, `c` cascade, `r` and `a` restrict. */
  onDelete: 'a' | 'r' | 'c' | 'n' | 'd';
}

/** Facts about a table that come from the database and not from its schema. */
interface TableCatalog {
  /** Every column that can be written, in the order of the table. */
  columns: string[];
  constraints: Constraint[];
  referrers: ForeignKey[];
}

const catalogSql = `
with target as (select to_regclass($1) as id)
select
  coalesce((select json_agg(attname order by attnum) from pg_attribute, target
    where attrelid = target.id and attnum > 0 and not attisdropped and attgenerated = ''), '[]') as columns,
  coalesce((select json_agg(json_build_object('name', name, 'target', points_to, 'columns',
      (select coalesce(json_agg(attname order by attnum), '[]') from pg_attribute
        where attrelid = owner and attnum = any(keys))))
    from (
      select conname as name, (select relname from pg_class where oid = confrelid) as points_to,
        conrelid as owner, conkey as keys
      from pg_constraint, target where conrelid = target.id and contype in ('u', 'p', 'f', 'c')
      union all
      select relname, null, indrelid, case when 0 = any(indkey) -- of an expression: the columns that it reads
        then array(select refobjsubid::smallint from pg_depend
          where classid = 'pg_class'::regclass and objid = indexrelid and refobjid = indrelid and refobjsubid > 0)
        else indkey::smallint[] end
      from pg_index join pg_class on pg_class.oid = indexrelid, target
      where indrelid = target.id and indisunique
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('u', 'p'))
    ) as rules), '[]') as constraints,
  coalesce((select json_agg(json_build_object('table', relname, 'column', attname, 'onDelete', confdeltype))
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1], target
    where contype = 'f' and confrelid = target.id and cardinality(conkey) = 1), '[]') as referrers`;

/** Read when rows are deleted or restored and when a write fails: another process may have migrated since the start. */
export async function readCatalog(db: Db, table: Table): Promise<TableCatalog> {
  const [catalog] = await run<TableCatalog>(db, catalogSql, [table.sql]);
  return catalog ?? { columns: [], constraints: [], referrers: [] };
}

/** Blocks other inserts until the transaction ends, so that numbers are drawn one after another. */
export const lockTable = (tx: Tx, table: Table) =>
  run(tx, `lock table ${table.sql} in share row exclusive mode`, []);

/** Returns unused ids, preferring ones never used; fewer than `count` if the range is nearly exhausted. */
export async function unusedIds(
  tx: Tx,
  { name, sql: table, maxId }: Table,
  count: number,
): Promise<number[]> {
  const taken = `select "id"::bigint as "id" from ${table}
    union all select row_id::bigint from deleted_rows where table_name = '${name}'`;
  const [last] = await run<{ id: number }>(
    tx,
    `select coalesce(max("id"), 0) as "id" from (${taken}) as taken`,
    [],
  );
  const from = (last?.id ?? 0) + 1;
  if (from + count - 1 <= maxId) return Array.from({ length: count }, (_, at) => from + at);
  const gaps = `select free from generate_series(1, $1::bigint) as free
    where free not in (select "id" from (${taken}) as taken) order by 1 limit $2`;
  return (await run<{ free: number }>(tx, gaps, [maxId, count])).map(({ free }) => free);
}

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
