import { hash } from 'node:crypto';
import type pg from 'pg';
import { searchedText } from '../../../db/search-text.server.ts';
import type { Table } from '../../../db/tables.server.ts';
import { emptyAsNull } from './sql-types.server.ts';

type IndexConnection = Pick<pg.ClientBase, 'query'>;

/** Any number that no other program uses for an advisory lock in the same database. */
const lockKey = 7_233_006;

export interface Index {
  name: string;
  table: string;
  definition: string;
}

/** A name that fits PostgreSQL's 63 bytes and belongs to only one table and column. */
const indexName = (table: Table, column: string, kind: string): string => {
  const name = `${table.name}_${column}_${kind}`;
  return name.length <= 63 ? name : `${name.slice(0, 46)}_${hash('sha256', name, 'hex').slice(0, 16)}`;
};

/**
 * Lists a table's indexes: a B-tree of each sorted column with the id, and trigrams of each searched column. A nullable
 * column has a second, descending B-tree, in which rows without a value come last, too. The pending list of trigrams is
 * kept short, because every search reads it (by default up to 4 MB).
 */
export const schemaIndexes = (table: Table): Index[] =>
  table.columns.flatMap((column) => {
    const { name, field, isOptional } = column;
    const sorted = emptyAsNull(column);
    const index = (kind: string, definition: string) => ({
      name: indexName(table, name, kind),
      table: table.sql,
      definition,
    });
    return [
      ...(field.indexed ? [index('sorted', `(${sorted}, "id")`)] : []),
      ...(field.indexed && isOptional
        ? [index('sorted_down', `(${sorted} desc nulls last, "id" desc)`)]
        : []),
      ...(field.searchable
        ? [
            index(
              'trigrams',
              `using gin (${searchedText(column)} gin_trgm_ops) with (gin_pending_list_limit = 64)`,
            ),
          ]
        : []),
    ];
  });

export interface Present {
  tables: Set<string>;
  indexes: Set<string>;
  broken: Set<string>;
}

export async function readIndexes(db: IndexConnection, names: readonly string[]): Promise<Present> {
  const { rows } = await db.query<{ kind: keyof Present; name: string }>(
    `select 'tables' as kind, relname::text as name from pg_class
     where relname = any($1) and relkind in ('r', 'p') and pg_table_is_visible(oid)
     union all
     select case when indisvalid then 'indexes' else 'broken' end, i.relname::text
     from pg_index join pg_class as i on i.oid = indexrelid join pg_class as t on t.oid = indrelid
     where t.relname = any($1) and pg_table_is_visible(t.oid)`,
    [names],
  );
  const ofKind = (kind: keyof Present) =>
    new Set(rows.filter((row) => row.kind === kind).map((row) => row.name));
  return { tables: ofKind('tables'), indexes: ofKind('indexes'), broken: ofKind('broken') };
}

/** Whether this process is the one that builds indexes; the others need not wait. Building has no time limit. */
export async function tryLock(db: IndexConnection): Promise<boolean> {
  await db.query("set statement_timeout = 0; set lock_timeout = '10s'");
  const { rows } = await db.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    lockKey,
  ]);
  return rows[0]?.locked ?? false;
}

/** Builds an index while others read and write; one that an earlier attempt left unfinished goes first. */
export async function buildIndex(
  db: IndexConnection,
  { name, table, definition }: Index,
  isBroken: boolean,
): Promise<void> {
  if (isBroken) await db.query(`drop index concurrently if exists "${name}"`);
  await db.query(`create index concurrently if not exists "${name}" on ${table} ${definition}`);
}
