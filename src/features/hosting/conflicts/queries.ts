import { queryOptions } from '@tanstack/react-query';
import { conflictsClient } from './client.ts';

const refetchMs = 60_000;

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
