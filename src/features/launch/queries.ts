import { queryOptions } from '@tanstack/react-query';
import { minuteMs } from '../../shared/durations.ts';
import { launch } from './calls.ts';

/** The query is fetched again each minute while the screen is visible, and when it becomes visible again. */
export const launchQuery = queryOptions({
  queryKey: ['launch'],
  queryFn: ({ signal }) => launch.read({ signal }),
  refetchInterval: minuteMs,
  refetchOnWindowFocus: true,
});
