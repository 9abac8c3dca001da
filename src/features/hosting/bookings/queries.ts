import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { hostedBooking, hostedBookings } from './calls.ts';
import type { HostedDetail } from './contract.server.ts';

const keys = {
  lists: ['bookings', 'list'],
  totals: ['bookings', 'totals'],
  detail: (code: string) => ['bookings', 'detail', code],
};

/** A guest may pay, or another host decide, while the page is open. */
const refetchMs = 30_000;

/** @param list filters and page as one query string */
export const bookingListQuery = (list: string) =>
  queryOptions({
    queryKey: [...keys.lists, list],
    queryFn: ({ signal }) => hostedBookings.list({ query: new URLSearchParams(list), signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

/** @param filters as one query string */
export const bookingTotalsQuery = (filters: string) =>
  queryOptions({
    queryKey: [...keys.totals, filters],
    queryFn: ({ signal }) => hostedBookings.totals({ query: new URLSearchParams(filters), signal }),
  });

export const bookingQuery = (code: string) =>
  queryOptions({
    queryKey: keys.detail(code),
    queryFn: ({ signal }) => hostedBooking.read({ code, signal }),
    refetchOnWindowFocus: true,
    refetchInterval: refetchMs,
  });

/** Shows a booking as an action left it, and fetches the lists again when they are next in view. */
export function showChanged(client: QueryClient, detail: HostedDetail): void {
  client.setQueryData(keys.detail(detail.code), detail);
  void client.invalidateQueries({ queryKey: keys.lists });
  void client.invalidateQueries({ queryKey: keys.totals });
}

/** Fetches a booking again: after an error its state is unknown. */
export const fetchAgain = (client: QueryClient, code: string): Promise<void> =>
  client.invalidateQueries({ queryKey: keys.detail(code) });
