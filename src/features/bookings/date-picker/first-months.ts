import { todayAtProperty } from '../../../shared/dates.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { addDays } from '../../../shared/nights.ts';
import type { PropertyCalendar } from '../calendar/calendar.ts';
import { propertyCalendar } from '../checkout/calls.ts';
import { startOfMonth } from './month-tables.tsx';
import { calendarDays, earliestArrival, mergeCalendars } from './stay-selection.ts';

interface CalendarDays {
  from: string;
  /** Exclusive. */
  to: string;
}

const readCalendars = (slugs: readonly string[], query: CalendarDays, fetch: Fetch) =>
  Promise.all(slugs.map((slug) => propertyCalendar.read({ slug, query, fetch })));

/**
 * Loads the two months with which a calendar opens: those of `checkin`, else of the first stay that any of the homes sells.
 * @returns `null` without homes, and where they cannot be read: the browser loads its own
 */
export async function loadFirstMonths(
  slugs: readonly string[],
  checkin: string | undefined,
  fetch: Fetch,
): Promise<PropertyCalendar | null> {
  const today = todayAtProperty(new Date());
  const read = async (from: string, to: string) => readCalendars(slugs, { from, to }, fetch);
  try {
    if (checkin) return mergeCalendars(await read(startOfMonth(checkin), startOfMonth(checkin, 2)));
    const calendars = await read(startOfMonth(today), addDays(startOfMonth(today), calendarDays));
    const from = startOfMonth(earliestArrival(calendars, today));
    const merged = mergeCalendars(calendars);
    const until = startOfMonth(from, 2);
    return merged && { ...merged, days: merged.days.filter(({ date }) => date >= from && date < until) };
  } catch {
    return null;
  }
}
