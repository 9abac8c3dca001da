import { queryOptions } from '@tanstack/react-query';
import { conflict, conflicts } from './calls.ts';

const refetchMs = 60_000;

export const conflictsQuery = queryOptions({
  queryKey: ['conflicts'],
  queryFn: ({ signal }) => conflicts.list({ signal }),
  refetchInterval: refetchMs,
});

export const conflictQuery = (id: string) =>
  queryOptions({
    queryKey: ['conflicts', id],
    queryFn: ({ signal }) => conflict.read({ id, signal }),
  });
