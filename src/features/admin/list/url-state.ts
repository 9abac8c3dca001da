import { type Condition, parseFilters, serializeFilters } from '../filters/filter.ts';

/** Rows on a page of the admin. */
export const pageSize = 50;

/** A column and its direction. */
export interface SortBy {
  field: string;
  descending: boolean;
}

/** What of a table's rows is shown, as the page's address says it. */
export interface TableQuery {
  /** From 1. */
  page: number;
  sort: SortBy | null;
  search: string;
  conditions: Condition[];
  /** Names of the columns to show; `null` leaves it to what this browser keeps. */
  columns: string[] | null;
}

/** Reads the address; what it cannot mean counts as not said. */
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
  const found = /^(.+):(asc|desc)$/.exec(text ?? '');
  return found?.[1] ? { field: found[1], descending: found[2] === 'desc' } : null;
}

const sortText = ({ field, descending }: SortBy): string => `${field}:${descending ? 'desc' : 'asc'}`;

/** The address with some parts changed. Whatever changes but the page and the columns leads back to page 1. */
export function updateUrlState(params: URLSearchParams, change: Partial<TableQuery>): URLSearchParams {
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

/** A press on a column's header: ascending, descending, as it was. */
export function nextSort(sort: SortBy | null, field: string): SortBy | null {
  if (sort?.field !== field) return { field, descending: false };
  return sort.descending ? null : { field, descending: true };
}

/** What the export is asked, and the list too beside its page: the order and what is left out. */
export function toListParams({ sort, search, conditions }: TableQuery): URLSearchParams {
  const asked = new URLSearchParams();
  if (sort) asked.set('sort', sortText(sort));
  if (conditions.length > 0) asked.set('filters', serializeFilters(conditions));
  if (search.trim() !== '') asked.set('search', search.trim());
  return asked;
}

/** The parts of an address that make a view which can be saved and opened again. */
export function toViewParams(params: URLSearchParams, columns: readonly string[]): string {
  const kept = new URLSearchParams();
  for (const name of ['sort', 'search', 'filters']) {
    const value = params.get(name);
    if (value) kept.set(name, value);
  }
  kept.set('columns', columns.join(','));
  return kept.toString();
}
