import { likePattern } from '../../../db/like-pattern.ts';
import type { Table } from '../../../db/tables.server.ts';
import { arrayText, type SqlType, toSqlType } from '../schema/sql-types.server.ts';
import type { Condition, Selection } from './parse-query.server.ts';

/** Binds a value and returns its placeholder. */
export type BindParam = (value: string | number | boolean, type: SqlType | `${SqlType}[]`) => string;

const comparisons: Partial<Record<Condition['operator'], string>> = {
  eq: '=',
  ne: 'is distinct from',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

type Single = string | number | boolean;

function conditionSql({ column, operator, value }: Condition, bind: BindParam): string {
  const type = toSqlType(column.field);
  const comparison = comparisons[operator];
  if (comparison) return `${column.sql} ${comparison} ${bind(value as Single, type)}`;
  if (operator === 'isNull') return `${column.sql} is ${value ? '' : 'not '}null`;
  if (operator === 'in') return `${column.sql} = any(${bind(arrayText(value as Single[]), `${type}[]`)})`;
  if (column.field.type === 'array') return `${bind(value as Single, type)} = any(${column.sql})`;
  return `${column.sql} ilike ${bind(likePattern(String(value)), 'text')}`;
}

function searchSql(table: Table, search: string, bind: BindParam): string[] {
  const columns = table.columns.filter(({ field }) => field.searchable);
  const terms = search.split(/\s+/).filter((word) => word !== '');
  return terms.map((word) => {
    const text = bind(likePattern(word), 'text');
    return `(${columns.map(({ sql }) => `${sql} ilike ${text}`).join(' or ')})`;
  });
}

export function whereSql(table: Table, { conditions, search }: Selection, bind: BindParam): string {
  const parts = [
    ...conditions.map((condition) => conditionSql(condition, bind)),
    ...searchSql(table, search, bind),
  ];
  return parts.length > 0 ? `where ${parts.join(' and ')}` : '';
}

/** `order by …`, which always ends in the id: no two rows can change places between two pages. */
export function orderSql({ sort }: Selection, from = ''): string {
  const direction = sort?.descending ? 'desc' : 'asc';
  const columns = sort === null || sort.column.name === 'id' ? ['"id"'] : [sort.column.sql, '"id"'];
  return `order by ${columns.map((column) => `${from}${column} ${direction}`).join(', ')}`;
}
