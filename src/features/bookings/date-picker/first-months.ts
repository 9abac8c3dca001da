import { todayAtProperty } from '../../../shared/dates.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { addDays } from '../../../shared/nights.ts';
import type { PropertyCalendar } from '../calendar/calendar.ts';
import { propertyCalendar } from '../checkout/calls.ts';
import { loadLowestPrice, lowestNightPrice, pricedDays } from './lowest-price.ts';
import { startOfMonth } from './month-tables.tsx';
import {
  type BrowserHold,
  calendarDays,
  firstArrival,
  mergeCalendars,
  withOwnHolds,
} from './stay-selection.ts';

/** Reads the calendars of some homes, `to` exclusive. */
type ReadDays = (from: string, to: string) => Promise<PropertyCalendar[]>;

const createReader =
  (slugs: readonly string[], fetch: Fetch, holds: readonly BrowserHold[]): ReadDays =>
  (from, to) =>
    Promise.all(
      slugs.map(async (slug) => {
        const calendar = await propertyCalendar.read({ slug, query: { from, to }, fetch });
        return withOwnHolds({ slug, calendar }, holds);
      }),
    );

/** The two months from that of a day on. */
const readMonths = async (read: ReadDays, day: string): Promise<PropertyCalendar | null> =>
  mergeCalendars(await read(startOfMonth(day), startOfMonth(day, 2)));

const earliest = (calendars: readonly PropertyCalendar[], isCutOff: boolean): string | undefined =>
  calendars.flatMap(({ days }) => firstArrival(days, isCutOff) ?? []).sort()[0];

interface FirstMonths {
  calendar: PropertyCalendar | null;
  /** The calendars that were read first, one for each home. */
  near: PropertyCalendar[];
}

/**
 * Finds the two months of the first stay that any of the homes sells, this one and the next where none does.
 * @param ends how far to read, the nearest first: a later one is read only if the earlier ones have no stay
 */
async function findOpening(read: ReadDays, today: string, ends: readonly string[]): Promise<FirstMonths> {
  const from = startOfMonth(today);
  let near: PropertyCalendar[] = [];
  for (const [index, end] of ends.entries()) {
    const calendars = await read(from, end);
    if (index === 0) near = calendars;
    const isLast = index === ends.length - 1;
    const arrival = earliest(calendars, false) ?? (isLast ? today : undefined);
    // A stay that begins earlier may end after these days, so more of them are read first.
    if (!arrival || (!isLast && earliest(calendars, true) !== arrival)) continue;
    const [first, until] = [startOfMonth(arrival), startOfMonth(arrival, 2)];
    if (until > end) return { calendar: await readMonths(read, arrival), near };
    const merged = mergeCalendars(calendars);
    const days = merged?.days.filter(({ date }) => date >= first && date < until) ?? [];
    return { calendar: merged && { ...merged, days }, near };
  }
  return { calendar: null, near };
}

/** Numbers of months, counted from this one, that are read before the whole calendar. */
const nearMonths = [3, 9];

const endOfCalendar = (today: string): string => addDays(startOfMonth(today), calendarDays);

/**
 * Loads the two months with which a calendar opens: those of `checkin`, else of the first stay that any of the homes sells.
 * @param holds the nights that the browser holds
 * @returns `null` without homes, and where they cannot be read: the browser loads its own
 */
export async function loadFirstMonths(
  slugs: readonly string[],
  checkin: string | undefined,
  fetch: Fetch,
  holds: readonly BrowserHold[] = [],
): Promise<PropertyCalendar | null> {
  const read = createReader(slugs, fetch, holds);
  const today = todayAtProperty(new Date());
  try {
    if (checkin) return await readMonths(read, checkin);
    const ends = nearMonths.map((months) => startOfMonth(today, months));
    return (await findOpening(read, today, [...ends, endOfCalendar(today)])).calendar;
  } catch {
    return null;
  }
}

/**
 * Loads the first months and the lowest price of a home, from one calendar of the coming year. Each is `null` if it
 * cannot be loaded.
 */
export async function loadMonthsAndPrice(
  slug: string,
  checkin: string | undefined,
  fetch: Fetch,
  holds: readonly BrowserHold[] = [],
): Promise<{ calendar: PropertyCalendar | null; lowestPrice: number | null }> {
  if (checkin) {
    const [calendar, lowestPrice] = await Promise.all([
      loadFirstMonths([slug], checkin, fetch, holds),
      loadLowestPrice(slug, fetch),
    ]);
    return { calendar, lowestPrice };
  }
  const today = todayAtProperty(new Date());
  const ends = [addDays(today, pricedDays), endOfCalendar(today)];
  try {
    const { calendar, near } = await findOpening(createReader([slug], fetch, holds), today, ends);
    return { calendar, lowestPrice: lowestNightPrice(near.flatMap(({ days }) => days)) };
  } catch {
    return { calendar: null, lowestPrice: null };
  }
}
