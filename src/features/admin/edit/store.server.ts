import { hash } from 'node:crypto';
import type pg from 'pg';
import { type Actor, historyColumns, run, selectColumns } from '../../../db/audited-rows.server.ts';
import type { Tx } from '../../../db/client.server.ts';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { writableFields } from '../../../shared/forms/schema.ts';
import type { Row, RowId } from '../schema/table.ts';
import { getColumn, maxId, type Table } from '../schema/tables.server.ts';

/** Whether the database numbers the rows, or every row brings its own UUID. */
export const hasSequenceId = (table: Table): boolean => table.form.properties.id?.type === 'integer';

/**
 * The next number: one more than any row has or had; where numbers have run out, the first that is free. A number in the
 * trash is not given away: its row may come back. Empty when all are taken.
 */
const nextIdSql = (table: Table): string => `(
  with taken as (
    select "id" from ${table.sql} union all
    select row_id::bigint from deleted_rows where table_name = '${table.name}'
  ), last as (
    select greatest(0, (select max("id") from ${table.sql}),
      (select max(row_id::bigint) from deleted_rows where table_name = '${table.name}')) as "id"
  )
  select case when last."id" < ${maxId(table)} then last."id" + 1 else (
    select "id" + 1 from (select 0 as "id" union all select "id" from taken) as before_gap
    where "id" < ${maxId(table)} and not exists (select from taken where taken."id" = before_gap."id" + 1)
    order by 1 limit 1
  ) end from last)`;

interface Prepared {
  name: string;
  text: string;
  columns: string[];
}

const prepared = new WeakMap<Table, Prepared>();

function insertion(table: Table): Prepared {
  const known = prepared.get(table);
  if (known) return known;
  const columns = writableFields(table.form).map(([name]) => name);
  const names = ['id', ...columns].map((name) => getColumn(table, name)?.sql);
  const first = hasSequenceId(table) ? nextIdSql(table) : '$5';
  const shift = hasSequenceId(table) ? 5 : 6;
  const values = [first, ...columns.map((_, index) => `$${index + shift}`)];
  const text = `
    with made as (
      insert into ${table.sql} (${names.join(', ')}) values (${values.join(', ')}) returning ${selectColumns(table)}
    ), entry as (
      insert into audit_log (${historyColumns})
      select '${table.name}', "id"::text, $1, $2, $3, $4, null, to_jsonb(made) - '_version' from made
    )
    select * from made`;
  const made = { name: `new_row_${hash('sha256', text, 'hex').slice(0, 32)}`, text, columns };
  prepared.set(table, made);
  return made;
}

/**
 * Adds a row and its entry in the history in one statement that is always the same for a table: one way to the database
 * and back, outside of any transaction of ours.
 * @param id `null` where the database numbers the rows
 */
export async function insertRow(
  pool: pg.Pool,
  table: Table,
  { id, values, author }: { id: string | null; values: FormValues; author: Actor },
): Promise<Row> {
  const { name, text, columns } = insertion(table);
  const { rows } = await pool.query<Row>({
    name,
    text,
    values: [
      ...['create', author.userId, author.email, author.at, ...(id === null ? [] : [id])],
      ...columns.map((column) => values[column]),
    ],
  });
  return rows[0] as Row;
}

/** A row that is ready to be added. */
export interface NewRow {
  id: string;
  values: FormValues;
  author: Actor;
}

const preparedMany = new WeakMap<Table, { name: string; text: string }>();

function insertionOfMany(table: Table): { name: string; text: string } {
  const known = preparedMany.get(table);
  if (known) return known;
  const names = ['id', ...writableFields(table.form).map(([name]) => name)];
  const columns = names.map((name) => getColumn(table, name)?.sql);
  const text = `
    with given as (
      select * from jsonb_to_recordset($1) as given (entry jsonb, actor_id uuid, actor_email text, at timestamptz)
    ), made as (
      insert into ${table.sql} (${columns.join(', ')})
      select ${columns.map((column) => `filled.${column}`).join(', ')}
      from given, jsonb_populate_record(null::${table.sql}, given.entry) as filled
      returning ${selectColumns(table)}
    ), entry as (
      insert into audit_log (${historyColumns})
      select '${table.name}', made."id"::text, 'create', actor_id, actor_email, at, null, to_jsonb(made) - '_version'
      from given join made on made."id" = (given.entry ->> 'id')::uuid
    )
    select * from made`;
  const made = { name: `new_rows_${hash('sha256', text, 'hex').slice(0, 32)}`, text };
  preparedMany.set(table, made);
  return made;
}

/** Adds rows that bring their own ids, of whomever, each with its entry in the history: all of them or none. */
export async function insertRows(pool: pg.Pool, table: Table, rows: readonly NewRow[]): Promise<Row[]> {
  const given = rows.map(({ id, values, author: { userId, email, at } }) => ({
    entry: { ...values, id },
    ...{ actor_id: userId, actor_email: email, at },
  }));
  const { rows: made } = await pool.query<Row>({
    ...insertionOfMany(table),
    values: [JSON.stringify(given)],
  });
  const byId = new Map(made.map((row) => [row.id, row]));
  return rows.map(({ id }) => byId.get(id) as Row);
}

/** The rows that exist, which nobody else changes until the transaction ends; by their ids, so that nobody waits in a circle. */
export const lockRows = (tx: Tx, table: Table, ids: readonly RowId[]): Promise<Row[]> =>
  run(tx, `select ${selectColumns(table)} from ${table.sql} where "id" = any($1) order by "id" for update`, [
    ids,
  ]);
