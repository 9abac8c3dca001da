import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { minuteMs } from '../../../shared/durations.ts';
import { hostCalendar } from './calls.ts';
import type { HostCalendar } from './contract.server.ts';
import type { LoadedCalendar } from './host-calendar.ts';

// The key begins with `data`, as those of table rows do: a write in either place fetches both again.
/** The homes page by page, or one. @param home its slug; `null` for all */
export const calendarQuery = (from: string, to: string, home: string | null) =>
  infiniteQueryOptions({
    queryKey: ['data', 'calendar', from, to, home],
    queryFn: ({ pageParam, signal }) => {
      const part = home === null ? { page: String(pageParam) } : { property: home };
      return hostCalendar.read({ query: { from, to, ...part }, signal });
    },
    initialPageParam: 1,
    // A server may know no pages: then all homes have come at once.
    getNextPageParam: ({ pages = 1 }, _, page) => (home === null && page < pages ? page + 1 : undefined),
    select: joinPages,
    placeholderData: keepPreviousData,
  });

/** One calendar of what was read; a home that moved between two pages counts once. */
function joinPages({ pages }: InfiniteData<HostCalendar>): LoadedCalendar {
  const [first] = pages;
  if (!first) throw new Error('a calendar has at least one page');
  const properties = [
    ...new Map(pages.flatMap((page) => page.properties).map((home) => [home.id, home])).values(),
  ];
  return { ...first, properties, allProperties: first.allProperties ?? properties };
}

/** A calendar left open follows what is booked; under a host who selects nights or fills in a form it stays as it is. */
export const liveOptions = (isEditing: boolean) => ({
  refetchInterval: isEditing ? (false as const) : minuteMs,
  refetchOnWindowFocus: !isEditing,
  refetchOnReconnect: !isEditing,
});
