import { pageParam, textParam, urlState } from '../../../shared/http/url-state.ts';
import { type Condition, parseFilters, serializeFilters } from './filter.ts';

export const pageSize = 50;

export interface SortBy {
  field: string;
  descending: boolean;
}

/** The part of a table that is in view, as the URL names it. */
export interface TableQuery {
  page: number;
  sort: SortBy | null;
  search: string;
  conditions: Condition[];
  /** Names of the columns to show; `null` means those stored in this browser. */
  columns: string[] | null;
}

const url = urlState<Omit<TableQuery, 'conditions'> & { filters: Condition[] }>({
  page: pageParam(),
  sort: {
    parse: readSort,
    format: (sort) => (sort ? `${sort.field}:${sort.descending ? 'desc' : 'asc'}` : ''),
  },
  search: textParam(''),
  filters: { parse: parseFilters, format: serializeFilters },
  columns: {
    parse: (text) => (text ? text.split(',') : null),
    format: (columns) => columns?.join(',') ?? '',
  },
});

function readSort(text: string): SortBy | null {
  const match = /^(.+):(asc|desc)$/.exec(text);
  return match?.[1] ? { field: match[1], descending: match[2] === 'desc' } : null;
}

/** Reads the URL; invalid parts count as missing. */
export function parseUrlState(params: URLSearchParams): TableQuery {
  const { filters: conditions, ...query } = url.parse(params);
  return { ...query, conditions };
}

/** A change, or a function that derives it from the URL at that time. */
export type QueryPart = Partial<TableQuery> | ((query: TableQuery) => Partial<TableQuery>);

export type ChangeQuery = (part: QueryPart, replace?: boolean) => void;

/** Changes parts of the URL. Every change except of page and columns returns to page 1. */
export function updateUrlState(params: URLSearchParams, part: QueryPart): URLSearchParams {
  const change = typeof part === 'function' ? part(parseUrlState(params)) : part;
  const { sort, search, conditions: filters, columns } = change;
  const isOtherList = sort !== undefined || search !== undefined || filters !== undefined;
  const page = change.page ?? (isOtherList ? 1 : undefined);
  return url.change(params, { sort, search, filters, columns, page });
}

export function nextSort(sort: SortBy | null, field: string): SortBy | null {
  if (sort?.field !== field) return { field, descending: false };
  return sort.descending ? null : { field, descending: true };
}

/** The query of the export, and beside its page of the list: order, filters and search. */
export const toListParams = ({ sort, conditions, search }: TableQuery): URLSearchParams =>
  url.toQuery({ sort, filters: conditions, search: search.trim() });

/** The parts of a URL that make a saved view. */
export function toViewParams(params: URLSearchParams, columns: readonly string[]): string {
  const view = new URLSearchParams();
  for (const name of ['sort', 'search', 'filters']) {
    const value = params.get(name);
    if (value) view.set(name, value);
  }
  view.set('columns', columns.join(','));
  return view.toString();
}
