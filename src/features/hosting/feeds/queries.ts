import { queryOptions } from '@tanstack/react-query';
import { channelsClient } from '../../channels/client.ts';
import { listingsClient } from '../../listings/client.ts';
import { conflictsClient } from '../conflicts/client.ts';

const refetchMs = 60_000;

export const feedsQuery = queryOptions({
  queryKey: ['feeds'],
  queryFn: ({ signal }) => channelsClient().feeds({ signal }),
  refetchInterval: refetchMs,
});

export const conflictsQuery = queryOptions({
  queryKey: ['conflicts'],
  queryFn: ({ signal }) => conflictsClient().list({ signal }),
  refetchInterval: refetchMs,
});

export const conflictQuery = (id: string) =>
  queryOptions({
    queryKey: ['conflicts', id],
    queryFn: ({ signal }) => conflictsClient().conflict(id, { signal }),
  });

export const homesQuery = queryOptions({
  queryKey: ['feeds', 'homes'],
  queryFn: () => listingsClient().properties(),
  staleTime: Number.POSITIVE_INFINITY,
});
