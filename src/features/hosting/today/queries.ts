import { queryOptions } from '@tanstack/react-query';
import { minuteMs } from '../../../shared/durations.ts';
import { hostsDay } from './calls.ts';

/** Read again each minute while the screen is in view, and whenever it comes back into view. */
export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => hostsDay.read({ signal }),
  refetchInterval: minuteMs,
  refetchOnWindowFocus: true,
});
