import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { channelsClient } from '../../channels/client.ts';
import { listingsClient } from '../../listings/client.ts';

const refetchMs = 60_000;

/** Of every page of the calendars. */
export const feedsKey = ['feeds'];

export const feedsQuery = (page: number, search: string) =>
  queryOptions({
    queryKey: [...feedsKey, 'list', page, search],
    queryFn: ({ signal }) => channelsClient().feeds({ page, search }, { signal }),
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
  });

export const homesQuery = queryOptions({
  queryKey: ['feeds', 'homes'],
  queryFn: () => listingsClient().properties(),
  staleTime: Number.POSITIVE_INFINITY,
});
