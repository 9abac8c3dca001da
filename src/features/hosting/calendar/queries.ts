import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { hostCalendarClient } from '../../bookings/host-calendar/client.ts';

// Below `data`, as the rows of tables: a write in either place fetches both again.
export const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['data', 'calendar', from, to],
    queryFn: ({ signal }) => hostCalendarClient().calendar({ from, to }, { signal }),
    placeholderData: keepPreviousData,
  });
