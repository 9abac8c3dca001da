import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { minuteMs } from '../../../shared/durations.ts';
import { hostCalendarClient } from '../../bookings/host-calendar/client.ts';

// Below `data`, as the rows of tables: a write in either place fetches both again.
export const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['data', 'calendar', from, to],
    queryFn: ({ signal }) => hostCalendarClient().calendar({ from, to }, { signal }),
    placeholderData: keepPreviousData,
  });

/** A calendar left open follows what is booked; under a host who selects nights or fills in a form it stays as it is. */
export const liveOptions = (isEditing: boolean) => ({
  refetchInterval: isEditing ? (false as const) : minuteMs,
  refetchOnWindowFocus: !isEditing,
  refetchOnReconnect: !isEditing,
});
