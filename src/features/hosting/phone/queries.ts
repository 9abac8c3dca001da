import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { phoneQuotes } from './calls.ts';
import type { HostedStay } from './contract.server.ts';

/** What a stay costs now; the last price stays in view while the next one is on its way. */
export const priceQuery = (stay: HostedStay | null) =>
  queryOptions({
    queryKey: ['hosted-price', stay],
    queryFn: ({ signal }) => phoneQuotes.preview({ json: stay as HostedStay, signal }),
    enabled: stay !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
