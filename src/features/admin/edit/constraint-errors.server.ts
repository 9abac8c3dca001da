import type { Db } from '../../../db/client.server.ts';
import type { TableSchema } from '../../../db/table-schemas.server.ts';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { type TableCatalog, toCatalog } from '../schema/catalog-store.server.ts';
import { compileTables, maxId, type Table } from '../schema/tables.server.ts';
import { toFieldErrors } from './parse-row.server.ts';
import { hasSequenceId } from './store.server.ts';

const shapes = new WeakMap<Table, Promise<TableCatalog>>();

/** What the database itself says of a table, asked once. */
export function readCatalog(db: Db, table: Table): Promise<TableCatalog> {
  const known = shapes.get(table);
  if (known) return known;
  const asked = toCatalog(db, table.sql);
  shapes.set(table, asked);
  asked.catch(() => shapes.delete(table));
  return asked;
}

interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
  table?: string;
  column?: string;
  /** The part of PostgreSQL that spoke. */
  routine?: string;
}

/** A trigger of ours that refuses a row says why in words for hosts. */
const triggerMessage = ({ routine, message }: DatabaseError): string | undefined =>
  routine === 'exec_stmt_raise' ? message : undefined;

const titleOf = (table: Table, column: string): string => table.form.properties[column]?.title || column;

const toSentence = (titles: string[]): string => titles.join(' and ');

/** What a table is called, whether or not it has a schema. */
const tableTitle = (schemas: readonly TableSchema[], name: string): string =>
  compileTables(schemas).get(name)?.form.title ?? name.replaceAll('_', ' ');

/** What a refused statement was doing: `remove` takes rows away, `restore` brings one back, `write` sets values. */
export type Operation = 'write' | 'remove' | 'restore';

/**
 * A refusal of the database in words for hosts; whatever is no refusal comes back as it was.
 * @param db not the transaction that failed: it answers nothing any more
 */
export async function toAppError(
  { db, tables }: { db: Db; tables: readonly TableSchema[] },
  table: Table,
  error: unknown,
  attempt: Operation = 'write',
): Promise<unknown> {
  const { code, constraint: name, table: place, column } = error as DatabaseError;
  if (!(error instanceof Error) || code === undefined) return error;
  if (code === '23503' || code === '23001') {
    if (place !== table.name || attempt === 'remove') return referencedError(tableTitle(tables, place ?? ''));
  }
  const rule = name === undefined ? undefined : await ruleNamed(db, table, name);
  const columns = rule?.columns ?? (column ? [column] : []);
  const titles = columns.map((one) => titleOf(table, one));
  switch (code) {
    case '23505':
      return columns.includes('id') && attempt === 'write'
        ? new AppError('conflict', 'Somebody else added a row at the same moment. Please try again.')
        : unique(columns, titles, attempt);
    case '23503':
      return missing(tableTitle(tables, rule?.target ?? ''), columns, titles, attempt);
    case '23502':
      return column === 'id' && hasSequenceId(table)
        ? full(table)
        : refused(columns, `${toSentence(titles)} is required`);
    case '23514':
      return refused(columns, triggerMessage(error as DatabaseError) ?? misfit(titles));
    case '22001':
    case '22003':
    case '22007':
    case '22008':
    case '22P02':
    case '22021':
      return new AppError('invalid', 'One of the values is too large, too long or of the wrong kind.');
    default:
      return error;
  }
}

function misfit(titles: string[]): string {
  const [title = 'The row', ...more] = titles;
  return more.length === 0 ? `${title} is not valid` : `${toSentence(titles)} do not fit together`;
}

/** A rule that is younger than what is known of the table is asked for once more. */
async function ruleNamed(db: Db, table: Table, name: string) {
  const find = async () => (await readCatalog(db, table)).constraints.find((one) => one.name === name);
  const known = await find();
  if (known) return known;
  shapes.delete(table);
  return find();
}

const referencedError = (title: string): AppError =>
  new AppError('conflict', `It is still used in ${title}, so it cannot be deleted.`);

function unique(columns: string[], titles: string[], attempt: Operation): AppError {
  if (attempt === 'restore') {
    return new AppError(
      'conflict',
      `It cannot be restored: its ${toSentence(titles)} is used by another row now.`,
    );
  }
  return refused(columns, `${toSentence(titles)} is already used by another row`);
}

function missing(target: string, columns: string[], titles: string[], attempt: Operation): AppError {
  const words = `${toSentence(titles)} is not in ${target} any more`;
  return attempt === 'restore'
    ? new AppError('conflict', `It cannot be restored: its ${words}.`)
    : refused(columns, `${toSentence(titles)} is not in ${target}`);
}

const full = (table: Table): AppError =>
  new AppError(
    'conflict',
    `${table.form.title} is full: every number from 1 to ${maxId(table)} is taken by a row or by one in the trash.`,
  );

function refused(columns: string[], message: string): AppError {
  const fields: FieldErrors = Object.fromEntries(columns.map((column) => [column, message]));
  return columns.length === 0 ? new AppError('invalid', message) : wholeRefusal(fields, message);
}

/** Fields that are wrong only together share one sentence. */
const wholeRefusal = (fields: FieldErrors, message: string): AppError =>
  Object.keys(fields).length === 1 ? toFieldErrors(fields) : new AppError('invalid', message, { fields });
