import { hash } from 'node:crypto';
import type pg from 'pg';
import { selectColumns } from '../../../db/audited-rows.server.ts';
import type { Table } from '../../../db/tables.server.ts';
import type { RowId } from '../../../shared/forms/schema.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import type { RowPage } from '../calls/contract.server.ts';
import { defaultLimit } from '../query/pagination.ts';
import type { ListQuery, RowSelection } from '../query/parse-query.server.ts';
import { type BindParam, defaultOrderSql, orderSql, whereSql } from '../query/where-store.server.ts';
import { arrayText, toSqlType } from '../schema/sql-types.server.ts';
import type { Row } from '../schema/table.ts';

type Connection = Pick<pg.Pool, 'query'>;

/** Rows are counted up to this number; beyond it, the planner's estimate is used. */
const maxCounted = 10_000;

/** One page of rows, and how many rows fit. */
export async function readPage(db: Connection, table: Table, query: ListQuery): Promise<RowPage> {
  const [data, counted] = await Promise.all([readRows(db, table, query), countRows(db, table, query)]);
  return { data, ...counted, labels: await readLabels(db, table, data) };
}

async function readRows(db: Connection, table: Table, query: ListQuery): Promise<Row[]> {
  const { bind, values } = createParams();
  const { limit, offset } = query.page;
  // A literal, because the planner assumes a tenth of the table for a limit that it cannot see.
  const { columns, order, orderOfKeys } = toKeyQuery(table, query);
  const keys = `select ${columns} from ${table.sql} ${whereSql(table, query, bind)} ${order} limit ${limit} offset ${offset}`;
  // Sorting and skipping read no more than an index; only the page's own rows are fetched whole.
  const text = `select ${selectColumns(table, 'rows.')} from (${keys}) as keys
     join ${table.sql} as rows on rows."id" = keys."id" ${orderOfKeys}`;
  const isPrepared = isUnfiltered(query) && offset === 0 && limit === defaultLimit;
  const { rows } = await run(db, text, values, isPrepared);
  return rows.map((row) => toRow(table, row));
}

const isUnfiltered = ({ conditions, search }: RowSelection): boolean =>
  conditions.length === 0 && search === '';

/** Returns the columns and the order of the query for a page's ids, and the order of the rows that are joined to them. */
function toKeyQuery(table: Table, query: RowSelection) {
  const { sort } = query;
  if (sort === null && table.defaultOrder.length > 0) {
    const order = defaultOrderSql(table);
    return {
      columns: `"id", row_number() over (${order}) as position`,
      order,
      orderOfKeys: 'order by keys.position',
    };
  }
  const isById = sort === null || sort.column.name === 'id';
  return {
    columns: isById ? '"id"' : `"id", ${sort.column.sql}`,
    order: orderSql(query),
    orderOfKeys: orderSql(query, 'keys.'),
  };
}

function createParams(): { bind: BindParam; values: unknown[] } {
  const values: unknown[] = [];
  return { values, bind: (value, type) => `$${values.push(value)}::${type}` };
}

async function countRows(
  db: Connection,
  table: Table,
  query: RowSelection,
): Promise<Pick<RowPage, 'total' | 'totalIsEstimate'>> {
  const { bind, values } = createParams();
  const matching = `select from ${table.sql} ${whereSql(table, query, bind)}`;
  const text = `select count(*), (select reltuples from pg_class where oid = '${table.sql}'::regclass)
     from (${matching} limit ${maxCounted + 1}) as counted`;
  const { rows } = await run(db, text, values, isUnfiltered(query));
  const [counted = 0, rowsInTable = 0] = (rows[0] ?? []) as number[];
  if (counted <= maxCounted) return { total: counted, totalIsEstimate: false };
  const estimate = isUnfiltered(query) ? rowsInTable : await estimateRows(db, matching, values);
  return { total: Math.max(counted, estimate), totalIsEstimate: true };
}

async function estimateRows(db: Connection, matching: string, values: unknown[]): Promise<number> {
  const { rows } = await run(db, `explain (format json) ${matching}`, values);
  const plans = rows[0]?.[0] as { Plan: { 'Plan Rows': number } }[] | undefined;
  return plans?.[0]?.Plan['Plan Rows'] ?? 0;
}

/** @returns undefined when there is none */
export async function readRow(db: Connection, table: Table, id: RowId): Promise<Row | undefined> {
  const { rows } = await run(db, `select ${selectColumns(table)} from ${table.sql} where "id" = $1`, [id]);
  return rows[0] && toRow(table, rows[0]);
}

/** The labels of the rows that a page refers to, by column and id. */
async function readLabels(db: Connection, table: Table, data: Row[]): Promise<RowPage['labels']> {
  const { bind, values } = createParams();
  const parts = table.references.flatMap(({ column, to, label }) => {
    const ids = [...new Set(data.map((row) => row[column.name]).filter((id) => id !== null))];
    if (ids.length === 0) return [];
    const list = bind(arrayText(ids), `${toSqlType(column.field)}[]`);
    return [`select '${column.name}', "id"::text, ${label.sql}::text from ${to} where "id" = any(${list})`];
  });
  const labels: RowPage['labels'] = {};
  if (parts.length === 0) return labels;
  const { rows } = await run(db, parts.join(' union all '), values);
  for (const [column, id, label] of rows as [string, string, string | null][]) {
    labels[column] = { ...labels[column], [id]: label ?? id };
  }
  return labels;
}

/** @param isPrepared for the few texts that come again and again: a connection keeps what it has planned */
const run = (db: Connection, text: string, values: unknown[], isPrepared = false) =>
  db.query<unknown[]>(
    withoutUndefined({
      name: isPrepared ? `list_${hash('sha256', text, 'hex').slice(0, 32)}` : undefined,
      text,
      values,
      rowMode: 'array' as const,
    }),
  );

function toRow(table: Table, values: unknown[]): Row {
  const row: Record<string, unknown> = {};
  table.columns.forEach(({ name }, at) => {
    const value = values[at];
    row[name] = value instanceof Date ? value.toISOString() : value;
  });
  row._version = values[table.columns.length];
  return row as Row;
}
