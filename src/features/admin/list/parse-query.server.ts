import { type Column, getColumn, type Table } from '../../../db/tables.server.ts';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { parseQueryParams } from '../../../shared/http/query-params.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { valueError } from '../schema/sql-types.server.ts';
import { type Operator, operators } from '../schema/table.ts';
import { type Page, parsePaging } from './pagination.ts';

/** One condition on a column; its value fits the column's type. */
export interface Condition {
  column: Column;
  operator: Operator;
  value: unknown;
}

/** Which rows are meant, and in which order. */
export interface Selection {
  conditions: Condition[];
  /** Every word of it stands in one of the searchable columns; '' looks for nothing. */
  search: string;
  /** `null` is the order of the ids. */
  sort: { column: Column; descending: boolean } | null;
}

export interface ListQuery extends Selection {
  page: Page;
}

const maximum = { conditions: 100, listed: 1_000, search: 200, words: 10, said: 60 };

/** The words of a name that somebody sent, short enough to be repeated. */
const named = (name: string): string => JSON.stringify(name.slice(0, maximum.said));

const setErrors = (fields: FieldErrors): never => {
  const [message = 'The request is not valid.', ...more] = Object.values(fields);
  throw new AppError('invalid', more.length > 0 ? 'Please check the highlighted fields' : message, {
    fields,
  });
};

const selecting = ['sort', 'filters', 'search'] as const;

/**
 * What a list is asked for.
 * @throws AppError `invalid` with `fields`: unknown and hidden columns are refused in the same words
 */
export function parseListQuery(table: Table, url: string): ListQuery {
  const { page, limit, ...rest } = parseQueryParams(url, ['page', 'limit', ...selecting]);
  return { ...parseSelection(table, rest), page: parsePaging({ page, limit }) };
}

/** What an export is asked for: all that a list shows, without its pages. */
export const parseExportQuery = (table: Table, url: string): Selection =>
  parseSelection(table, parseQueryParams(url, selecting));

const parseSelection = (
  table: Table,
  { sort = '', filters = '', search = '' }: { [N in (typeof selecting)[number]]?: string },
): Selection => ({
  conditions: parseFilters(table, filters),
  search: parseSearch(table, search),
  sort: parseSort(table, sort),
});

const noField = (name: string): string => `There is no field ${named(name)}`;

function parseSort(table: Table, text: string): Selection['sort'] {
  if (text === '') return null;
  const [name = '', direction, ...more] = text.split(':');
  const column = getColumn(table, name);
  if (!column) return setErrors({ sort: noField(name) });
  if ((direction !== 'asc' && direction !== 'desc') || more.length > 0) {
    return setErrors({ sort: 'Sort must be a field and asc or desc, as in title:asc' });
  }
  return { column, descending: direction === 'desc' };
}

function parseSearch(table: Table, text: string): string {
  const words = text.trim();
  if (words === '') return '';
  if (!table.columns.some(({ field }) => field.searchable))
    setErrors({ search: 'This table cannot be searched' });
  if (words.length > maximum.search)
    setErrors({ search: `Search cannot exceed ${maximum.search} characters` });
  if (words.split(/\s+/).length > maximum.words)
    setErrors({ search: `Search cannot exceed ${maximum.words} words` });
  if (/[\0\p{Surrogate}]/u.test(words)) setErrors({ search: 'Search is not valid' });
  return words;
}

function parseFilters(table: Table, text: string): Condition[] {
  if (text === '') return [];
  const problem = { filters: 'Filters must be a JSON object, as in {"status":"active"}' };
  let filters: unknown;
  try {
    filters = JSON.parse(text);
  } catch {
    return setErrors(problem);
  }
  if (!isRecord(filters)) return setErrors(problem);
  const conditions: Condition[] = [];
  const problems: FieldErrors = Object.create(null);
  for (const [name, asked] of Object.entries(filters)) {
    const column = getColumn(table, name);
    const pairs = isRecord(asked) ? Object.entries(asked) : [['eq', asked] as const];
    if (column && pairs.length === 0)
      problems[name] = `${columnTitle(column)} must be compared with something`;
    if (!column) problems[name.slice(0, maximum.said)] = noField(name);
    for (const [operator, value] of column ? pairs : []) {
      const wrong = conditionProblem(column as Column, operator, value);
      if (wrong) problems[name] ??= wrong;
      conditions.push({ column: column as Column, operator: operator as Operator, value });
    }
  }
  if (Object.keys(problems).length > 0) setErrors({ ...problems });
  if (conditions.length > maximum.conditions)
    setErrors({ filters: `Filters cannot exceed ${maximum.conditions}` });
  return conditions;
}

const columnTitle = ({ name, field }: Column): string => field.title || name;

function conditionProblem(column: Column, operator: string, value: unknown): string | null {
  const title = columnTitle(column);
  const { field } = column;
  if (!(operators as readonly string[]).includes(operator)) return `There is no operator ${named(operator)}`;
  if (operator === 'isNull') return typeof value === 'boolean' ? null : `${title} must be true or false`;
  if (operator === 'contains' && field.type !== 'array' && field.type !== 'string')
    return `${title} is no text to look into`;
  if (operator === 'contains' && ['uuid', 'date', 'date-time'].includes(field.format ?? ''))
    return `${title} is no text to look into`;
  if (operator !== 'contains' && field.type === 'array')
    return `${title} is a list: only contains and isNull apply`;
  if (operator !== 'in') return sentence(title, valueError(field, value));
  if (!Array.isArray(value)) return `${title} must be a list`;
  if (value.length > maximum.listed) return `${title} cannot exceed ${maximum.listed} values`;
  const wrong = value.map((one) => valueError(field, one)).find((reason) => reason !== null);
  return sentence(title, wrong ?? null);
}

const sentence = (title: string, reason: string | null): string | null => reason && `${title} ${reason}`;
