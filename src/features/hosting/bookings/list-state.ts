import { isDate } from '../../../shared/forms/formats.ts';
import { pageParam, textParam, urlState } from '../../../shared/http/url-state.ts';
import { bookingOrders, bookingStatuses, type filterNames } from './list-filter.ts';

type Filters = { [Name in (typeof filterNames)[number]]?: string };

/** What the address of the list says; an unknown value is none. */
export interface ListState {
  filters: Filters;
  page: number;
}

const choiceParam = (values: readonly string[]) => textParam(undefined, (text) => values.includes(text));

const url = urlState<Filters & { page: number }>({
  status: choiceParam(bookingStatuses),
  property: textParam(undefined),
  from: textParam(undefined, isDate),
  to: textParam(undefined, isDate),
  search: textParam(undefined, (text) => text !== '' && text.length <= 200),
  sort: choiceParam(bookingOrders),
  page: pageParam(),
});

export function parseListState(params: URLSearchParams): ListState {
  const { page, ...filters } = url.parse(params);
  return { filters, page };
}

/** The query of the list's call; the filters alone are that of the CSV. */
export const toQuery = ({ filters, page }: ListState): URLSearchParams => url.toQuery({ ...filters, page });

/** The address with other filters, on the first page; an empty value takes a filter away. */
export const withFilters = (params: URLSearchParams, filters: Filters): URLSearchParams =>
  url.change(params, { ...filters, page: 1 });

export const withPage = (params: URLSearchParams, page: number): URLSearchParams =>
  url.change(params, { page });
