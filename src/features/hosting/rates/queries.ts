import { queryOptions } from '@tanstack/react-query';
import { hostCalendarClient } from '../../bookings/host-calendar/client.ts';
import type { RateChange } from '../../bookings/rate-changes/rate-change.ts';

/** What a change would do; `null` asks for nothing. */
export const effectQuery = (change: RateChange | null) =>
  queryOptions({
    queryKey: ['data', 'rate-effect', change],
    queryFn: ({ signal }) =>
      change ? hostCalendarClient().previewRates(change, { signal }) : Promise.reject(new Error('no change')),
    enabled: change !== null,
    staleTime: 0,
  });
