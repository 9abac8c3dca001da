import { hash } from 'node:crypto';
import type pg from 'pg';
import type { Table } from '../../../db/tables.server.ts';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Any number that no other program uses for an advisory lock in the same database. */
const lockKey = 7_233_006;

/** An index that a schema asks for. */
export interface Index {
  name: string;
  table: string;
  /** `using …` */
  definition: string;
}

/** A name that fits PostgreSQL's 63 bytes and belongs to one table and column alone. */
const indexName = (table: Table, column: string, kind: string): string => {
  const name = `${table.name}_${column}_${kind}`;
  return name.length <= 63 ? name : `${name.slice(0, 46)}_${hash('sha256', name, 'hex').slice(0, 16)}`;
};

/** Sorted by a column and then by id, and trigrams of what is searched. */
export const wantedIndexes = (table: Table): Index[] =>
  table.columns.flatMap(({ name, sql, field }) => [
    ...(field.indexed
      ? [{ name: indexName(table, name, 'sorted'), table: table.sql, definition: `(${sql}, "id")` }]
      : []),
    ...(field.searchable
      ? [
          {
            name: indexName(table, name, 'trigrams'),
            table: table.sql,
            definition: `using gin (${sql} gin_trgm_ops)`,
          },
        ]
      : []),
  ]);

export interface Prepared {
  /** Tables that exist. */
  tables: Set<string>;
  /** Tables whose rows are counted. */
  counted: Set<string>;
  indexes: Set<string>;
  /** Indexes that were never finished. */
  broken: Set<string>;
}

/** What is there of what the tables need. */
export async function readPrepared(db: Connection, names: readonly string[]): Promise<Prepared> {
  const { rows } = await db.query<{ kind: keyof Prepared; name: string }>(
    `select 'tables' as kind, relname::text as name from pg_class
     where relname = any($1) and relkind in ('r', 'p') and pg_table_is_visible(oid)
     union all
     select 'counted', t.relname::text from pg_trigger join pg_class as t on t.oid = tgrelid
     where t.relname = any($1) and pg_table_is_visible(t.oid) and tgenabled <> 'D'
       and tgname in ('count_inserted', 'count_deleted', 'count_truncated')
       and exists (select from row_counts where table_name = t.relname)
     group by t.relname having count(*) = 3
     union all
     select case when indisvalid then 'indexes' else 'broken' end, i.relname::text
     from pg_index join pg_class as i on i.oid = indexrelid join pg_class as t on t.oid = indrelid
     where t.relname = any($1) and pg_table_is_visible(t.oid)`,
    [names],
  );
  const of = (kind: keyof Prepared) =>
    new Set(rows.filter((row) => row.kind === kind).map((row) => row.name));
  return { tables: of('tables'), counted: of('counted'), indexes: of('indexes'), broken: of('broken') };
}

/** Whether this process is the one that prepares; the others need not wait for it. Index building knows no time limit. */
export async function tryLock(db: Connection): Promise<boolean> {
  await db.query("set statement_timeout = 0; set lock_timeout = '10s'");
  const { rows } = await db.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey]);
  return rows[0]?.mine ?? false;
}

/** Begins to keep the count of a table's rows; writers wait while they are counted once. */
export async function keepCount(db: Connection, { name, sql }: Table): Promise<void> {
  await db.query('begin');
  try {
    await db.query(`lock table ${sql} in share row exclusive mode`);
    await db.query(
      `create or replace trigger count_inserted after insert on ${sql}
         referencing new table as added for each statement execute function count_rows();
       create or replace trigger count_deleted after delete on ${sql}
         referencing old table as removed for each statement execute function count_rows();
       create or replace trigger count_truncated after truncate on ${sql}
         for each statement execute function count_rows()`,
    );
    await db.query('delete from row_counts where table_name = $1', [name]);
    await db.query(`insert into row_counts select $1, 0, count(*) from ${sql}`, [name]);
    await db.query('commit');
  } catch (error) {
    await db.query('rollback');
    throw error;
  }
}

/** Builds an index while others read and write; one that an earlier attempt left unfinished goes first. */
export async function buildIndex(
  db: Connection,
  { name, table, definition }: Index,
  isBroken: boolean,
): Promise<void> {
  if (isBroken) await db.query(`drop index concurrently if exists "${name}"`);
  await db.query(`create index concurrently if not exists "${name}" on ${table} ${definition}`);
}
