import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { hostedTurnovers } from '../calls.ts';

const refetchMs = 60_000;

/** The key of the turnovers of all days. */
export const turnoversKey = ['turnovers'];

export const turnoversQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...turnoversKey, from, to],
    queryFn: ({ signal }) => hostedTurnovers.list({ query: { from, to }, signal }),
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
  });
