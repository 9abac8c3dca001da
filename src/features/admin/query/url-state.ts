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

/** Reads the URL; invalid parts count as missing. */
export function parseUrlState(params: URLSearchParams): TableQuery {
  const page = Number(params.get('page') ?? 1);
  const columns = params.get('columns');
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    sort: readSort(params.get('sort')),
    search: params.get('search') ?? '',
    conditions: parseFilters(params.get('filters')),
    columns: columns ? columns.split(',') : null,
  };
}

function readSort(text: string | null): SortBy | null {
  const match = /^(.+):(asc|desc)$/.exec(text ?? '');
  return match?.[1] ? { field: match[1], descending: match[2] === 'desc' } : null;
}

const sortText = ({ field, descending }: SortBy): string => `${field}:${descending ? 'desc' : 'asc'}`;

/** What changes, or how it follows from what the URL says by then. */
export type QueryPart = Partial<TableQuery> | ((query: TableQuery) => Partial<TableQuery>);

export type ChangeQuery = (part: QueryPart, replace?: boolean) => void;

/** Changes parts of the URL. All but the page and the columns lead back to page 1. */
export function updateUrlState(params: URLSearchParams, part: QueryPart): URLSearchParams {
  const change = typeof part === 'function' ? part(parseUrlState(params)) : part;
  const next = new URLSearchParams(params);
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  const { page, sort, search, conditions, columns } = change;
  if (sort !== undefined) put('sort', sort ? sortText(sort) : '');
  if (search !== undefined) put('search', search);
  if (conditions !== undefined) put('filters', serializeFilters(conditions));
  if (columns !== undefined) put('columns', columns?.join(',') ?? '');
  const isOtherList = sort !== undefined || search !== undefined || conditions !== undefined;
  if (page !== undefined) put('page', page === 1 ? '' : String(page));
  else if (isOtherList) next.delete('page');
  return next;
}

export function nextSort(sort: SortBy | null, field: string): SortBy | null {
  if (sort?.field !== field) return { field, descending: false };
  return sort.descending ? null : { field, descending: true };
}

/** The query of the export, and beside its page of the list: order, filters and search. */
export function toListParams({ sort, search, conditions }: TableQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (sort) query.set('sort', sortText(sort));
  if (conditions.length > 0) query.set('filters', serializeFilters(conditions));
  if (search.trim() !== '') query.set('search', search.trim());
  return query;
}

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
