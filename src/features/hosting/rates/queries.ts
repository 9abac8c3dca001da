import { queryOptions } from '@tanstack/react-query';
import { rates } from './calls.ts';
import type { RateChange } from './contract.server.ts';

/** The effect of a change; `null` disables the query. */
export const effectQuery = (change: RateChange | null) =>
  queryOptions({
    queryKey: ['data', 'rate-effect', change],
    queryFn: ({ signal }) =>
      change ? rates.preview({ json: change, signal }) : Promise.reject(new Error('no change')),
    enabled: change !== null,
    staleTime: 0,
  });
