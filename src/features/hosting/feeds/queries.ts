import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { feeds } from '../../channels/calls.ts';

const refetchMs = 60_000;

/** The key of every page of the calendars. */
export const feedsKey = ['feeds'];

export const feedsQuery = (page: number, search: string) =>
  queryOptions({
    queryKey: [...feedsKey, 'list', page, search],
    queryFn: ({ signal }) =>
      feeds.list({ query: { page: String(page), search: search || undefined }, signal }),
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
  });
