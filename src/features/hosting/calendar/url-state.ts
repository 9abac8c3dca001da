import { isDate } from '../../../shared/forms/formats.ts';
import { addDays, fromDayNumber, toDayNumber, toWeekday, weekdays } from '../../../shared/nights.ts';

/** What the address says: the first day, and whose nights. */
export interface CalendarUrl {
  /** `null`: today's. */
  from: string | null;
  /** The slug of a home, `all`, or `null` for what suits the window. */
  home: string | null;
}

export const allHomes = 'all';
export const timelineDays = 60;

export function parseCalendarUrl(params: URLSearchParams): CalendarUrl {
  const from = params.get('from') ?? '';
  return { from: isDate(from) ? from : null, home: params.get('home') };
}

export function calendarSearch({ from, home }: CalendarUrl): URLSearchParams {
  const params = new URLSearchParams();
  if (home) params.set('home', home);
  if (from) params.set('from', from);
  return params;
}

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
