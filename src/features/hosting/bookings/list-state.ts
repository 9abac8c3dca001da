import { isDate } from '../../../shared/dates.ts';
import { type Param, pageParam, textParam, urlState } from '../../../shared/http/url-state.ts';
import {
  type BookingPeriod,
  bookingOrders,
  bookingPeriods,
  bookingStatuses,
  type filterNames,
} from './list-filter.ts';

export type Filters = { [Name in (typeof filterNames)[number]]?: string };

/** The state of the list in its URL; unknown values are ignored. */
export interface ListState {
  filters: Filters;
  period: BookingPeriod;
  page: number;
}

const choiceParam = (values: readonly string[]) => textParam(undefined, (text) => values.includes(text));

const periodParam: Param<BookingPeriod> = {
  parse: (text) => bookingPeriods.find((one) => one === text) ?? 'upcoming',
  format: (period) => (period === 'upcoming' ? '' : period),
};

const url = urlState<Filters & { period: BookingPeriod; page: number }>({
  period: periodParam,
  status: choiceParam(bookingStatuses),
  property: textParam(undefined),
  from: textParam(undefined, isDate),
  to: textParam(undefined, isDate),
  search: textParam(undefined, (text) => text !== '' && text.length <= 200),
  sort: choiceParam(bookingOrders),
  page: pageParam(),
});

export function parseListState(params: URLSearchParams): ListState {
  const { period, page, ...filters } = url.parse(params);
  return { filters, period, page };
}

/**
 * The query of the list's call; without its page that of the totals and the CSV. Days that a host chose win over the period.
 * @param today at the homes
 */
export function toQuery({ filters, period, page }: ListState, today: string): URLSearchParams {
  const { period: _, ...stated } = Object.fromEntries(url.toQuery({ ...filters, period, page }));
  const query = new URLSearchParams(stated);
  if (filters.from || filters.to || period === 'all') return query;
  if (period === 'past') query.set('endsBefore', today);
  else {
    query.set('from', today);
    if (!filters.sort) query.set('sort', 'arrival');
  }
  return query;
}

/** The address with another period, on the first page. */
export const withPeriod = (params: URLSearchParams, period: BookingPeriod): URLSearchParams =>
  url.change(params, { period, page: 1 });

/** The address with other filters, on the first page; an empty value takes a filter away. */
export const withFilters = (params: URLSearchParams, filters: Filters): URLSearchParams =>
  url.change(params, { ...filters, page: 1 });

export const withPage = (params: URLSearchParams, page: number): URLSearchParams =>
  url.change(params, { page });
