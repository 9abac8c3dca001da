import { queryOptions } from '@tanstack/react-query';
import { minuteMs } from '../../shared/durations.ts';
import { launch } from './calls.ts';

/** Read again each minute while the screen is in view, and whenever it comes back into view. */
export const launchQuery = queryOptions({
  queryKey: ['launch'],
  queryFn: ({ signal }) => launch.read({ signal }),
  refetchInterval: minuteMs,
  refetchOnWindowFocus: true,
});
