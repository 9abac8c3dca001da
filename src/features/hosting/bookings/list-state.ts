import { isDate } from '../../../shared/forms/formats.ts';
import { bookingOrders, bookingStatuses, filterNames } from './list-filter.ts';

type FilterName = (typeof filterNames)[number];

/** What the address of the list says; an unknown value is none. */
export interface ListState {
  filters: { [Name in FilterName]?: string };
  page: number;
}

const isValid: { [Name in FilterName]: (value: string) => boolean } = {
  status: (value) => (bookingStatuses as readonly string[]).includes(value),
  property: (value) => value !== '',
  from: isDate,
  to: isDate,
  search: (value) => value !== '' && value.length <= 200,
  sort: (value) => (bookingOrders as readonly string[]).includes(value),
};

export function parseListState(params: URLSearchParams): ListState {
  const entries = filterNames.flatMap((name): [string, string][] => {
    const value = params.get(name) ?? '';
    return isValid[name](value) ? [[name, value]] : [];
  });
  const page = Number(params.get('page') ?? 1);
  return { filters: Object.fromEntries(entries), page: Number.isInteger(page) && page > 0 ? page : 1 };
}

/** The query of the list's call; the filters alone are that of the CSV. */
export function toQuery({ filters, page }: ListState): URLSearchParams {
  const query = new URLSearchParams(filters as Record<string, string>);
  if (page > 1) query.set('page', String(page));
  return query;
}

/** The address with other filters, on the first page; an empty value takes a filter away. */
export function withFilters(
  params: URLSearchParams,
  change: { [Name in FilterName]?: string },
): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

export function withPage(params: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(params);
  if (page > 1) next.set('page', String(page));
  else next.delete('page');
  return next;
}
