import { queryOptions } from '@tanstack/react-query';
import { rates } from './calls.ts';
import type { RateChange } from './contract.server.ts';

/** What a change would do; `null` asks for nothing. */
export const effectQuery = (change: RateChange | null) =>
  queryOptions({
    queryKey: ['data', 'rate-effect', change],
    queryFn: ({ signal }) =>
      change ? rates.preview({ json: change, signal }) : Promise.reject(new Error('no change')),
    enabled: change !== null,
    staleTime: 0,
  });
