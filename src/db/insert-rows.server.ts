import { hash } from 'node:crypto';
import type pg from 'pg';
import { type FormSchema, writableFields } from '../shared/forms/schema.ts';
import {
  type Actor,
  type AuditedTable,
  historyColumns,
  run,
  type StoredRow,
  selectColumns,
} from './audited-rows.server.ts';
import type { Tx } from './client.server.ts';

interface NumberedTable extends AuditedTable {
  hasSequenceId: boolean;
  maxId: number;
}

/**
 * Draws the next number and skips those in the trash, whose rows may be restored. Once the range is used up, it takes
 * the first free number; null if there is none.
 */
const nextIdSql = ({ name, sql, maxId }: NumberedTable): string => `(
  with taken as (
    select "id" from ${sql} union all
    select row_id::bigint from deleted_rows where table_name = '${name}'
  ), last as (
    select greatest(0, (select max("id") from ${sql}),
      (select max(row_id::bigint) from deleted_rows where table_name = '${name}')) as "id"
  )
  select case when last."id" < ${maxId} then last."id" + 1 else (
    select "id" + 1 from (select 0 as "id" union all select "id" from taken) as before_gap
    where "id" < ${maxId} and not exists (select from taken where taken."id" = before_gap."id" + 1)
    order by 1 limit 1
  ) end from last)`;

/** A prepared insert; `columns` lists the columns whose values it takes, in order. */
export interface InsertStatement {
  name: string;
  text: string;
  columns: readonly string[];
}

const stampColumns = ['created_at', 'updated_at'];

/** The single statement that adds a row of a table and its entry in the history. */
export function insertStatement(table: NumberedTable & { form: FormSchema }): InsertStatement {
  const fields = writableFields(table.form);
  const columns = fields.map(([name]) => name);
  const stamps = stampColumns.filter((name) => table.columns.some((column) => column.name === name));
  const quoted = ['id', ...columns, ...stamps].map(
    (name) => table.columns.find((one) => one.name === name)?.sql,
  );
  const first = table.hasSequenceId ? nextIdSql(table) : '$5';
  const shift = table.hasSequenceId ? 5 : 6;
  const placeholders = fields.map(([, { items }], index) => {
    const placeholder = `$${index + shift}`;
    // The driver writes every list as an array; one of records is stored as JSON.
    return items?.type === 'object' ? `to_jsonb(${placeholder}::jsonb[])` : placeholder;
  });
  const values = [first, ...placeholders, ...stamps.map(() => '$4')];
  const text = `
    with added as (
      insert into ${table.sql} (${quoted.join(', ')}) values (${values.join(', ')}) returning ${selectColumns(table)}
    ), entry as (
      insert into audit_log (${historyColumns})
      select '${table.name}', "id"::text, $1, $2, $3, $4::timestamptz, null, to_jsonb(added) - '_version' from added
    )
    select * from added`;
  return { name: `insert_${hash('sha256', text, 'hex').slice(0, 32)}`, text, columns };
}

interface NewRow {
  /** `null` where the database numbers the rows. */
  id: string | null;
  values: Readonly<Record<string, unknown>>;
  author: Actor;
}

/** Adds a row and its history entry in one prepared statement, which costs one round trip and no transaction. */
export async function insertAndAudit(
  db: pg.Pool | Tx,
  { insert: { name, text, columns } }: { insert: InsertStatement },
  { id, values, author }: NewRow,
): Promise<StoredRow> {
  const bound = [
    'create',
    author.userId,
    author.email,
    author.at,
    ...(id === null ? [] : [id]),
    ...columns.map((column) => values[column]),
  ];
  const rows =
    'executeQuery' in db
      ? await run<StoredRow>(db, text, bound)
      : (await db.query<StoredRow>({ name, text, values: bound })).rows;
  return rows[0] as StoredRow;
}

/** Adds rows that have their ids and name the same columns, each with its history entry, in one statement. */
export const importAndAudit = (
  tx: Tx,
  table: AuditedTable,
  rows: readonly object[],
  author: Actor,
): Promise<unknown[]> => {
  const names = Object.keys(rows[0] ?? {}).map(
    (name) => table.columns.find((column) => column.name === name)?.sql,
  );
  return run(
    tx,
    `with added as (
       insert into ${table.sql} (${names.join(', ')})
       select ${names.join(', ')} from jsonb_populate_recordset(null::${table.sql}, $1::jsonb)
       returning ${selectColumns(table)}
     )
     insert into audit_log (${historyColumns})
     select '${table.name}', "id"::text, 'import', $2, $3, $4, null, to_jsonb(added) - '_version' from added`,
    [JSON.stringify(rows), author.userId, author.email, author.at],
  );
};
