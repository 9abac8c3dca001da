import pg from 'pg';
import copyStreams, { type CopyToStreamQuery } from 'pg-copy-streams';
import type { Column, Table } from '../../../db/tables.server.ts';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import type { RowSelection } from '../query/parse-query.server.ts';
import { type BindParam, defaultOrderSql, orderSql, whereSql } from '../query/where-store.server.ts';
import { toSqlType } from '../schema/sql-types.server.ts';

/** The longest that one export may take. */
const maxExportMs = 10 * 60_000;

/** White space and quotes, which a spreadsheet may skip before the character that makes a text a formula. */
const blank = `["''[:space:]\\u00a0\\u1680\\u2000-\\u200f\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff]`;
/** = + - @, also full-width and small ones, and the control characters that spreadsheets drop; `readCell` knows the same. */
const formulaPattern = `^(${blank}*[=+@\\uff1d\\uff0b\\uff0d\\uff20\\ufe62\\ufe63\\ufe66\\ufe6b-]|''*[\\t\\r\\n])`;

/** Whether every value that a field may have begins with a letter or a digit, as no formula does. */
const isPlain = ({ enum: values }: FieldSchema): boolean =>
  values?.every((value) => /^[A-Za-z0-9]/.test(String(value))) ?? false;

/** The SQL of a column as a cell. It runs a million times, so only columns that need the slower expressions get them. */
function cellSql({ sql, field }: Column): string {
  if (field.type === 'array') return `to_json(${sql})::text`;
  if (field.type === 'boolean') return `${sql}::text`;
  if (field.type !== 'string' || isPlain(field)) return sql;
  const type = toSqlType(field);
  // The quickest way to ISO 8601 there is: a moment in JSON, whose one item is the moment as text.
  if (type === 'timestamptz') return `to_jsonb(${sql}) ->> 0`;
  if (type !== 'text') return sql;
  return `case when ascii(${sql}) > 64 and ascii(${sql}) < 127 then ${sql}
    when ascii(${sql}) between 48 and 57 then ${sql}
    when ${sql} ~ '${formulaPattern}' then '''' || ${sql} else ${sql} end`;
}

/** `copy (…) to stdout`, and the values that its text refers to: COPY takes no parameters, but it reads settings. */
export function exportSql(
  table: Table,
  selection: RowSelection,
): { text: string; settings: [string, string][] } {
  const settings: [string, string][] = [];
  const bind: BindParam = (value, type) => {
    const name = `pcb.v${settings.length + 1}`;
    settings.push([name, String(value)]);
    return `current_setting('${name}')::${type}`;
  };
  const where = whereSql(table, selection, bind);
  // A large table is read as it lies.
  const unsorted = table.defaultOrder.length > 0 ? defaultOrderSql(table) : '';
  const order = selection.sort ? orderSql(selection) : unsorted;
  const cells = table.columns.map((column) => `${cellSql(column)} as ${column.sql}`).join(', ');
  return {
    text: `copy (select ${cells} from ${table.sql} ${where} ${order}) to stdout (format csv, header)`,
    settings,
  };
}

export interface ExportConnection {
  client: pg.Client;
  /** The process of PostgreSQL, which the handshake of a pooler does not name. */
  processId: number;
}

/** Opens a connection of the export's own: longer time limits, and it notices when the client has disconnected. */
export async function openExportConnection(
  databaseUrl: string,
  settings: [string, string][],
): Promise<ExportConnection> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'pcb-export',
    connectionTimeoutMillis: 3_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return { client, processId: await configure(client, settings) };
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}

/** @returns the id of its process */
async function configure(client: pg.Client, settings: [string, string][]): Promise<number> {
  const all: [string, string][] = [
    ['timezone', 'UTC'],
    ['datestyle', 'ISO, YMD'],
    ['jit', 'off'],
    ['statement_timeout', String(maxExportMs)],
    ...settings,
  ];
  const calls = all.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, false)`);
  const { rows } = await client.query<{ pid: number }>(
    `select pg_backend_pid() as pid, ${calls.join(', ')}`,
    all.flat(),
  );
  // Not every system can check whether a connection still stands; on the others, the next write fails.
  await client.query("set client_connection_check_interval = '500ms'").catch(() => {});
  return rows[0]?.pid ?? 0;
}

export const copyRows = (client: pg.Client, sql: string): CopyToStreamQuery =>
  client.query(copyStreams.to(sql));

/** The longest wait for a process of PostgreSQL to end, in milliseconds. */
const endMs = 2_000;

/** Ends a connection during any statement; resolves once it is closed. */
export const terminateExport = (db: Pick<pg.Pool, 'query'>, processId: number) =>
  db.query('select pg_terminate_backend($1, $2)', [processId, endMs]);
