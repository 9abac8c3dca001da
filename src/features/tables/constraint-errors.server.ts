import type { Db } from '../../db/client.server.ts';
import { findTable, type Table } from '../../db/tables.server.ts';
import { AppError, type FieldErrors, toFieldErrors } from '../../shared/errors.ts';
import { readCatalog } from './store.server.ts';

interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
  table?: string;
  column?: string;
  /** The part of PostgreSQL that raised it. */
  routine?: string;
}

/** A trigger that rejects a row raises a message for hosts. */
const triggerMessage = ({ routine, message }: DatabaseError): string | undefined =>
  routine === 'exec_stmt_raise' ? message : undefined;

const toSentence = (titles: string[]): string => titles.join(' and ') || 'One of the values';

const tableTitle = (tables: readonly Table[], name: string): string =>
  findTable(tables, name)?.form.title ?? name.replaceAll('_', ' ');

/** What the failed statement was doing: `remove` takes rows away, `restore` brings one back, `write` sets values. */
export type Operation = 'write' | 'remove' | 'restore';

/** Explains a constraint violation to hosts; other errors come back unchanged. @param at its db is not the failed transaction */
export async function toAppError(
  at: { db: Db; tables: readonly Table[] },
  table: Table,
  error: unknown,
  operation: Operation = 'write',
): Promise<unknown> {
  if (!(error instanceof Error) || (error as DatabaseError).code === undefined) return error;
  const explained = await explain(at, table, error, operation);
  if (explained instanceof AppError && explained !== error) explained.cause = error;
  return explained;
}

async function explain(
  { db, tables }: { db: Db; tables: readonly Table[] },
  table: Table,
  error: DatabaseError,
  operation: Operation,
): Promise<Error> {
  const { code, constraint: name, table: place, column } = error;
  if (code === '23503' || code === '23001') {
    if (place !== table.name || operation === 'remove')
      return referencedError(tableTitle(tables, place ?? ''));
  }
  const rule = name
    ? (await readCatalog(db, table)).constraints.find((constraint) => constraint.name === name)
    : undefined;
  const columns = rule?.columns ?? (column ? [column] : []);
  const titles = columns.map((one) => table.form.properties[one]?.title || one);
  switch (code) {
    case '23505':
      return columns.includes('id') && operation === 'write'
        ? new AppError('conflict', 'Somebody else added a row at the same moment. Please try again.')
        : duplicateError(columns, titles, operation);
    case '23503':
      return missingReferenceError(tableTitle(tables, rule?.target ?? ''), columns, titles, operation);
    case '23502':
      return column === 'id' && table.hasSequenceId
        ? sequenceExhaustedError(table)
        : fieldErrors(columns, `${toSentence(titles)} is required`);
    case '23P01':
      return new AppError('conflict', `${triggerMessage(error) ?? 'Some of these nights are taken'}.`);
    case '23514':
      return fieldErrors(columns, triggerMessage(error) ?? checkMessage(titles));
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

function checkMessage(titles: string[]): string {
  const [title = 'The row', ...more] = titles;
  return more.length === 0 ? `${title} is not valid` : `${toSentence(titles)} do not fit together`;
}

const referencedError = (title: string): AppError =>
  new AppError('conflict', `It is still used in ${title}, so it cannot be deleted.`);

const duplicateError = (columns: string[], titles: string[], operation: Operation): AppError =>
  operation === 'restore'
    ? new AppError('conflict', `It cannot be restored: its ${toSentence(titles)} is used by another row now.`)
    : fieldErrors(columns, `${toSentence(titles)} is already used by another row`);

const missingReferenceError = (
  target: string,
  columns: string[],
  titles: string[],
  operation: Operation,
): AppError =>
  operation === 'restore'
    ? new AppError(
        'conflict',
        `It cannot be restored: its ${toSentence(titles)} is not in ${target} any more.`,
      )
    : fieldErrors(columns, `${toSentence(titles)} is not in ${target}`);

export const sequenceExhaustedError = ({ form, maxId }: Table): AppError =>
  new AppError(
    'conflict',
    `${form.title} is full: every number from 1 to ${maxId} is taken by a row or by one in the trash.`,
  );

/** Fields that are wrong only together share one sentence. */
function fieldErrors(columns: string[], message: string): AppError {
  const fields: FieldErrors = Object.fromEntries(columns.map((column) => [column, message]));
  if (columns.length === 0) return new AppError('invalid', message);
  return columns.length === 1 ? toFieldErrors(fields) : new AppError('invalid', message, { fields });
}
