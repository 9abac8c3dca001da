import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { phoneQuotes } from './calls.ts';
import type { HostedStay } from './contract.server.ts';

/** The current price of a stay; the last price stays in view while the next one is loading. */
export const priceQuery = (stay: HostedStay | null) =>
  queryOptions({
    queryKey: ['hosted-price', stay],
    queryFn: ({ signal }) => phoneQuotes.preview({ json: stay as HostedStay, signal }),
    enabled: stay !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
