import { isDate } from '../../../shared/dates.ts';
import { textParam, urlState } from '../../../shared/http/url-state.ts';
import { addDays, fromDayNumber, toDayNumber, toWeekday, weekdays } from '../../../shared/nights.ts';

/** The state in the URL: the first day and the home. */
export interface CalendarUrl {
  /** `null`: today's. */
  from: string | null;
  /** The slug of a home, `all`, or `null` for what suits the window. */
  home: string | null;
}

export const allHomes = 'all';
export const timelineDays = 60;

export const calendarUrl = urlState<CalendarUrl>({ home: textParam(null), from: textParam(null, isDate) });

/** The same day of another month, or that month's last one. */
export function addMonths(date: string, months: number): string {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const first = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
  const sameDay = `${first.slice(0, 8)}${date.slice(8)}`;
  return isDate(sameDay) ? sameDay : addDays(monthEnd(first), -1);
}

export const monthStart = (date: string): string => `${date.slice(0, 8)}01`;

/** The first day of the month after. */
export const monthEnd = (date: string): string => monthStart(addDays(monthStart(date), 31));

/** The days of a month in whole weeks, Sunday first. */
export function monthWeeks(date: string): string[][] {
  const [first, end] = [monthStart(date), monthEnd(date)];
  const lead = (weekdays.indexOf(toWeekday(first)) + 1) % 7;
  const start = toDayNumber(first) - lead;
  const weeks = Math.ceil((toDayNumber(end) - start) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => fromDayNumber(start + week * 7 + day)),
  );
}

/** The next month follows where fewer days of a month are to come. */
const minDaysAhead = 21;

interface ViewedDays {
  first: string;
  end: string;
}

/**
 * The days of the view by month: those of the month, of this one from this week on, and those of the next month
 * where it is near.
 * @param isWhole whether the weeks that are over belong to it
 */
export function monthView(from: string, today: string, isWhole: boolean): ViewedDays & { isCut: boolean } {
  const [start, end] = [monthStart(from), monthEnd(from)];
  if (start !== monthStart(today)) return { first: start, end, isCut: false };
  const week = addDays(today, -((weekdays.indexOf(toWeekday(today)) + 1) % 7));
  const isCut = week > start && !isWhole;
  const isNear = toDayNumber(end) - toDayNumber(week) < minDaysAhead;
  return { first: isCut ? week : start, end: isNear ? monthEnd(end) : end, isCut };
}

/** The weeks of some days, month by month: each week whole, Sunday first. */
export function weeksByMonth(days: readonly string[]): { month: string; weeks: string[][] }[] {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const isIn = (week: readonly string[]) => week.some((date) => first <= date && date <= last);
  return [...new Set(days.map(monthStart))].map((month) => ({
    month,
    weeks: monthWeeks(month).filter(isIn),
  }));
}
