import { type Column, getColumn, type Table } from '../../../db/tables.server.ts';
import { type FieldErrors, toFieldErrors } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { valueError } from '../schema/sql-types.server.ts';
import { type Operator, operators } from '../schema/table.ts';
import type { ListParams, SelectionParams } from './contract.server.ts';
import { type Page, parsePaging } from './pagination.ts';

/** A condition whose value fits the column's type. */
export interface ParsedCondition {
  column: Column;
  operator: Operator;
  value: unknown;
}

export interface RowSelection {
  conditions: ParsedCondition[];
  /** Each word must occur in a searchable column; '' disables the search. */
  search: string;
  /** `null` is the order of the ids. */
  sort: { column: Column; descending: boolean } | null;
}

export interface ListQuery extends RowSelection {
  page: Page;
}

const max = { conditions: 100, listed: 1_000, search: 200, terms: 10, echo: 60 };

/** A name that was sent, short enough to be echoed. */
const quote = (name: string): string => JSON.stringify(name.slice(0, max.echo));

const reject = (fields: FieldErrors): never => {
  throw toFieldErrors(fields);
};

/** @throws AppError `invalid` with `fields`: unknown and hidden columns get the same message */
export const parseListQuery = (table: Table, { page, limit, ...rest }: ListParams): ListQuery => ({
  ...parseSelection(table, rest),
  page: parsePaging({ page, limit }),
});

/** Parses a list's query without its pages. @throws AppError as `parseListQuery` */
export const parseSelection = (
  table: Table,
  { sort = '', filters = '', search = '' }: SelectionParams,
): RowSelection => ({
  conditions: parseFilters(table, filters),
  search: parseSearch(table, search),
  sort: parseSort(table, sort),
});

const noField = (name: string): string => `There is no field ${quote(name)}`;

function parseSort(table: Table, text: string): RowSelection['sort'] {
  if (text === '') return null;
  const [name = '', direction, ...more] = text.split(':');
  const column = getColumn(table, name);
  if (!column) return reject({ sort: noField(name) });
  if ((direction !== 'asc' && direction !== 'desc') || more.length > 0) {
    return reject({ sort: 'Sort must be a field and asc or desc, as in title:asc' });
  }
  return { column, descending: direction === 'desc' };
}

function parseSearch(table: Table, text: string): string {
  const terms = text.trim();
  if (terms === '') return '';
  if (!table.columns.some(({ field }) => field.searchable))
    reject({ search: 'This table cannot be searched' });
  if (terms.length > max.search) reject({ search: `Search cannot exceed ${max.search} characters` });
  if (terms.split(/\s+/).length > max.terms) reject({ search: `Search cannot exceed ${max.terms} words` });
  if (/[\0\p{Surrogate}]/u.test(terms)) reject({ search: 'Search is not valid' });
  return terms;
}

function parseFilters(table: Table, text: string): ParsedCondition[] {
  if (text === '') return [];
  const problem = { filters: 'Filters must be a JSON object, as in {"status":"active"}' };
  let filters: unknown;
  try {
    filters = JSON.parse(text);
  } catch {
    return reject(problem);
  }
  if (!isRecord(filters)) return reject(problem);
  const conditions: ParsedCondition[] = [];
  const problems: FieldErrors = Object.create(null);
  for (const [name, condition] of Object.entries(filters)) {
    const column = getColumn(table, name);
    const pairs = isRecord(condition) ? Object.entries(condition) : [['eq', condition] as const];
    if (column && pairs.length === 0)
      problems[name] = `${columnTitle(column)} must be compared with something`;
    if (!column) problems[name.slice(0, max.echo)] = noField(name);
    for (const [operator, value] of column ? pairs : []) {
      const problem = conditionError(column as Column, operator, value);
      if (problem) problems[name] ??= problem;
      conditions.push({ column: column as Column, operator: operator as Operator, value });
    }
  }
  if (Object.keys(problems).length > 0) reject({ ...problems });
  if (conditions.length > max.conditions) reject({ filters: `Filters cannot exceed ${max.conditions}` });
  return conditions;
}

const columnTitle = ({ name, field }: Column): string => field.title || name;

function conditionError(column: Column, operator: string, value: unknown): string | null {
  const title = columnTitle(column);
  const { field } = column;
  if (!(operators as readonly string[]).includes(operator)) return `There is no operator ${quote(operator)}`;
  if (operator === 'isNull') return typeof value === 'boolean' ? null : `${title} must be true or false`;
  if (column.isJson) return `${title} is a list of records: only isNull applies`;
  if (operator === 'contains' && field.type !== 'array' && field.type !== 'string')
    return `${title} is no text to look into`;
  if (operator === 'contains' && ['uuid', 'date', 'date-time'].includes(field.format ?? ''))
    return `${title} is no text to look into`;
  if (operator !== 'contains' && field.type === 'array')
    return `${title} is a list: only contains and isNull apply`;
  if (operator !== 'in') return toSentence(title, valueError(field, value));
  if (!Array.isArray(value)) return `${title} must be a list`;
  if (value.length > max.listed) return `${title} cannot exceed ${max.listed} values`;
  const reason = value.map((one) => valueError(field, one)).find((error) => error !== null);
  return toSentence(title, reason ?? null);
}

const toSentence = (title: string, reason: string | null): string | null => reason && `${title} ${reason}`;
