import { likePattern } from '../../../db/like-pattern.ts';
import { readSearch, searchedText } from '../../../db/search-text.server.ts';
import type { Table } from '../../../db/tables.server.ts';
import { arrayText, emptyAsNull, type SqlType, toSqlType } from '../schema/sql-types.server.ts';
import type { ParsedCondition, RowSelection } from './parse-query.server.ts';

/** Binds a value and returns its placeholder. */
export type BindParam = (value: string | number | boolean, type: SqlType | `${SqlType}[]`) => string;

const comparisons: Partial<Record<ParsedCondition['operator'], string>> = {
  eq: '=',
  ne: 'is distinct from',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

type Single = string | number | boolean;

function conditionSql({ column, operator, value }: ParsedCondition, bind: BindParam): string {
  const type = toSqlType(column.field);
  const comparison = comparisons[operator];
  if (comparison) return `${column.sql} ${comparison} ${bind(value as Single, type)}`;
  if (operator === 'isNull') return `${emptyAsNull(column)} is ${value ? '' : 'not '}null`;
  if (operator === 'in') return `${column.sql} = any(${bind(arrayText(value as Single[]), `${type}[]`)})`;
  if (column.field.type === 'array') return `${bind(value as Single, type)} = any(${column.sql})`;
  const text = String(value);
  const literally = `${column.sql} ilike ${bind(likePattern(text), 'text')}`;
  if (!column.field.searchable || column.name === 'phone') return literally;
  // The first condition uses the index.
  return `(${searchedText(column)} like search_pattern(${bind(text, 'text')}) and ${literally})`;
}

function searchSql(table: Table, search: string, bind: BindParam): string[] {
  const columns = table.columns.filter(({ field }) => field.searchable);
  const terms = search.split(/\s+/).filter((word) => word !== '');
  return terms.map((word) => {
    const { text: typed, digits, code } = readSearch(word);
    const asTyped = `search_pattern(${bind(typed, 'text')})`;
    // Every word binds the same number of parameters, so that a search has few statements.
    const matches = columns.flatMap((column) => {
      const text = searchedText(column);
      if (column.name === 'phone') return `${text} like search_pattern(${bind(digits || typed, 'text')})`;
      if (column.name !== 'code') return `${text} like ${asTyped}`;
      return [`${text} like ${asTyped}`, `${text} like search_pattern(${bind(code || typed, 'text')})`];
    });
    return `(${matches.join(' or ')})`;
  });
}

export function whereSql(table: Table, { conditions, search }: RowSelection, bind: BindParam): string {
  const parts = [
    ...conditions.map((condition) => conditionSql(condition, bind)),
    ...searchSql(table, search, bind),
  ];
  return parts.length > 0 ? `where ${parts.join(' and ')}` : '';
}

/**
 * `order by …`, with rows without a value last in both directions; it always ends in the id, so that no two rows change places
 * between two pages.
 */
export function orderSql({ sort }: RowSelection, from = ''): string {
  const direction = sort?.descending ? 'desc' : 'asc';
  const byId = `${from}"id" ${direction}`;
  if (sort === null || sort.column.name === 'id') return `order by ${byId}`;
  // A column that always has a value needs only one index, which is read backwards for descending order.
  const emptyLast = sort.descending && sort.column.isOptional ? ' nulls last' : '';
  return `order by ${emptyAsNull(sort.column, from)} ${direction}${emptyLast}, ${byId}`;
}

/** `order by …` of a list that is asked for no other order. */
export const defaultOrderSql = ({ defaultOrder }: Table): string =>
  `order by ${[...defaultOrder.map((sql) => `${sql} nulls first`), '"id"'].join(', ')}`;
