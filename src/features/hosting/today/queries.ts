import { queryOptions } from '@tanstack/react-query';
import { minuteMs } from '../../../shared/durations.ts';
import { todayClient } from './client.ts';

/** Read again each minute while the screen is in view, and whenever it comes back into view. */
export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => todayClient().read({ signal }),
  refetchInterval: minuteMs,
  refetchOnWindowFocus: true,
});
