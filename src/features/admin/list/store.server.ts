import { hash } from 'node:crypto';
import type pg from 'pg';
import { selectColumns } from '../../../db/audited-rows.server.ts';
import type { Table } from '../../../db/tables.server.ts';
import { arrayText, toSqlType } from '../schema/sql-types.server.ts';
import type { Row, RowId, RowPage } from '../schema/table.ts';
import type { ListQuery } from './parse-query.server.ts';
import { type BindParam, orderSql, whereSql } from './where-store.server.ts';

type Connection = Pick<pg.Pool, 'query'>;

/** A filtered list is counted up to here. */
const countedAtMost = 10_000;

/** Rows on a page when nothing else is asked for. */
const usualLimit = 50;

/** From here on, pages are looked up by their ids alone first. */
const deepFrom = 1_000;

/** One page of rows, and how many there are. */
export async function readPage(db: Connection, table: Table, query: ListQuery): Promise<RowPage> {
  const { offset } = query.page;
  const found =
    offset < deepFrom ? await readShallow(db, table, query) : await readDeep(db, table, query, offset);
  return { ...found, labels: await readLabels(db, table, found.data) };
}

type Found = Omit<RowPage, 'labels'>;

const isWhole = ({ conditions, search }: ListQuery): boolean => conditions.length === 0 && search === '';

/** Collects the values of a statement. */
function createParams(): { bind: BindParam; values: unknown[] } {
  const values: unknown[] = [];
  return { values, bind: (value, type) => `$${values.push(value)}::${type}` };
}

/** The kept count of a whole table, null where none is kept; else the rows that fit, counted no further than needed. */
function countSql(table: Table, query: ListQuery, where: string, bind: BindParam): string {
  return isWhole(query)
    ? `(select sum(rows)::bigint from row_counts where table_name = ${bind(table.name, 'text')})`
    : `(select count(*) from (select from ${table.sql} ${where} limit ${countedAtMost + 1}) as counted)`;
}

const cappedTotal = (counted: number, query: ListQuery): Pick<Found, 'total' | 'totalIs'> =>
  isWhole(query) || counted <= countedAtMost
    ? { total: counted, totalIs: 'exact' }
    : { total: countedAtMost, totalIs: 'atLeast' };

/**
 * The first pages: rows and count in one statement. The very first, which is asked for most, is prepared, and has its limit
 * in its text: a planner that does not see the limit expects a tenth of the table.
 */
async function readShallow(db: Connection, table: Table, query: ListQuery): Promise<Found> {
  const { limit, offset } = query.page;
  const isUsual = limit === usualLimit && offset === 0;
  const { bind, values } = createParams();
  const where = whereSql(table, query, bind);
  const part = `limit ${isUsual ? usualLimit : `${bind(limit, 'bigint')} offset ${bind(offset, 'bigint')}`}`;
  const counted = countSql(table, query, where, bind);
  const { sort } = query;
  const isSorted = sort === null || sort.column.name === 'id' || sort.column.field.indexed === true;
  const text = isSorted
    ? `select ${selectColumns(table)}, ${counted} from ${table.sql} ${where} ${orderSql(query)} ${part}`
    : `select ${selectColumns(table, 'rows.')}, ${counted} from ${keyedSql(table, query, where, part)}`;
  const { rows } = await run(db, text, values, isUsual && isWhole(query));
  const total = rows[0]?.at(-1) as number | null | undefined;
  const data = rows.map((row) => toRow(table, row));
  if (total === undefined || total === null) return { data, ...(await countRows(db, table, query)) };
  return { data, ...cappedTotal(total, query) };
}

/** How many rows fit; up to the limit where no count is kept of a whole table. */
async function countRows(
  db: Connection,
  table: Table,
  query: ListQuery,
): Promise<Pick<Found, 'total' | 'totalIs'>> {
  const { bind, values } = createParams();
  const where = whereSql(table, query, bind);
  const { rows } = await run(db, `select ${countSql(table, query, where, bind)}`, values, isWhole(query));
  const counted = rows[0]?.[0] as number | null;
  if (counted !== null) return cappedTotal(counted, query);
  const capped = await db.query<{ count: number }>(
    `select count(*) from (select from ${table.sql} limit ${countedAtMost + 1}) as counted`,
  );
  const rowCount = capped.rows[0]?.count ?? 0;
  return rowCount > countedAtMost
    ? { total: countedAtMost, totalIs: 'atLeast' }
    : { total: rowCount, totalIs: 'exact' };
}

/**
 * A page far from the first: its ids are read off an index, from whichever end is nearer, and then its rows by their ids.
 * What lies behind the last row costs nothing but the count.
 */
async function readDeep(db: Connection, table: Table, query: ListQuery, offset: number): Promise<Found> {
  const told = await countRows(db, table, query);
  const { total, totalIs } = told;
  const end = totalIs === 'exact' ? Math.min(offset + query.page.limit, total) : offset + query.page.limit;
  if (offset >= end) return { data: [], ...told };
  const reversed = totalIs === 'exact' && offset > total / 2;
  const { bind, values } = createParams();
  const where = whereSql(table, query, bind);
  const part = `limit ${bind(end - offset, 'bigint')} offset ${bind(reversed ? total - end : offset, 'bigint')}`;
  const text = `select ${selectColumns(table, 'rows.')} from ${keyedSql(table, query, where, part, reversed)}`;
  const { rows } = await run(db, text, values, false);
  return { data: rows.map((row) => toRow(table, row)), ...told };
}

/**
 * Rows by their keys: what is sorted or skipped is no wider than the sort and the id, which an index may hold alone, and
 * only the rows of the page are fetched whole.
 */
function keyedSql(table: Table, query: ListQuery, where: string, part: string, reversed = false): string {
  const { sort } = query;
  const keys = sort === null || sort.column.name === 'id' ? '"id"' : `"id", ${sort.column.sql}`;
  return `(select ${keys} from ${table.sql} ${where} ${orderSql(query, { reversed })} ${part}) as keys
    join ${table.sql} as rows on rows."id" = keys."id" ${orderSql(query, { from: 'keys.' })}`;
}

/** @returns undefined when there is none */
export async function readRow(db: Connection, table: Table, id: RowId): Promise<Row | undefined> {
  const text = `select ${selectColumns(table)} from ${table.sql} where "id" = $1`;
  const { rows } = await run(db, text, [id], true);
  return rows[0] && toRow(table, rows[0]);
}

/** What the rows are called that a page refers to, by column and id. */
async function readLabels(db: Connection, table: Table, data: Row[]): Promise<RowPage['labels']> {
  const { bind, values } = createParams();
  const parts = table.references.flatMap(({ column, to, label }) => {
    const ids = [...new Set(data.map((row) => row[column.name]).filter((id) => id !== null))];
    if (ids.length === 0) return [];
    const list = bind(arrayText(ids), `${toSqlType(column.field)}[]`);
    return [`select '${column.name}', "id"::text, ${label.sql}::text from ${to} where "id" = any(${list})`];
  });
  const found: RowPage['labels'] = {};
  if (parts.length === 0) return found;
  const { rows } = await run(db, parts.join(' union all '), values, false);
  for (const [column, id, label] of rows as [string, string, string | null][]) {
    found[column] = { ...found[column], [id]: label ?? id };
  }
  return found;
}

/** Statements that every connection may keep prepared; addresses cannot make more of them than there are sorts. */
function run(db: Connection, text: string, values: unknown[], isPrepared: boolean) {
  const name = isPrepared ? labelColumn(text) : undefined;
  return db.query<unknown[]>({ name, text, values, rowMode: 'array' } as pg.QueryArrayConfig);
}

const names = new Map<string, string>();

function labelColumn(text: string): string {
  const known = names.get(text) ?? `rows-${hash('sha256', text, 'hex').slice(0, 32)}`;
  names.set(text, known);
  return known;
}

/** A row of `rowSql`, read with `rowMode: 'array'`. */
function toRow(table: Table, values: unknown[]): Row {
  const row: Record<string, unknown> = {};
  table.columns.forEach(({ name }, at) => {
    const value = values[at];
    row[name] = value instanceof Date ? value.toISOString() : value;
  });
  row._version = values[table.columns.length];
  return row as Row;
}
