/** The time zone of all properties, in which nights are counted. */
export const propertyTimeZone = 'America/Chicago';

const dateOnly = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A day that exists, `YYYY-MM-DD`, from year 1. */
export function isDate(text: string): boolean {
  const [, year, month, day] = dateOnly.exec(text) ?? [];
  if (!year || !month || !day || year === '0000') return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return moment.getUTCMonth() + 1 === Number(month) && moment.getUTCDate() === Number(day);
}

/** Days around a date are computed, too: PostgreSQL has no year 0. */
const firstNight = '1900-01-01';

/** A day that exists and may be a night. */
export const isNight = (value: unknown): value is string =>
  typeof value === 'string' && isDate(value) && value >= firstNight;

const options = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const utcFormat = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const propertyFormat = new Intl.DateTimeFormat('en-US', { ...options, timeZone: propertyTimeZone });
const shortPropertyFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: propertyTimeZone,
});
const clockAtTheBeach = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: propertyTimeZone,
  timeZoneName: 'short',
});

/** Formats `YYYY-MM-DD` (never shifted by a zone) or an ISO 8601 moment as `June 5, 2026`; '' for anything else. */
export function formatDate(value: string): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  return (dateOnly.test(value) ? utcFormat : propertyFormat).format(moment);
}

const weekdayOptions = { weekday: 'short', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
const weekdayFormat = new Intl.DateTimeFormat('en-US', weekdayOptions);
const weekdayYearFormat = new Intl.DateTimeFormat('en-US', { ...weekdayOptions, year: 'numeric' });

/**
 * Formats the dates of a stay, `YYYY-MM-DD`, as `Mon, July 5 – Sat, July 10, 2027`. Both years are shown if they
 * differ; '' without dates.
 */
export function formatStayDates(checkin: string, checkout: string): string {
  const [from, until] = [new Date(checkin), new Date(checkout)];
  if (Number.isNaN(from.getTime()) || Number.isNaN(until.getTime())) return '';
  const hasOneYear = from.getUTCFullYear() === until.getUTCFullYear();
  return `${(hasOneYear ? weekdayFormat : weekdayYearFormat).format(from)} – ${weekdayYearFormat.format(until)}`;
}

/** Formats `YYYY-MM-DD` as `Fri, July 9, 2027`; '' for anything else. */
export function formatWeekdayDate(date: string): string {
  return isDate(date) ? weekdayYearFormat.format(new Date(date)) : '';
}

/** Formats a moment as `3:04 PM CDT`, at the properties. */
// Engines differ in the space before AM and PM; server and browser must render the same.
export const formatClock = (moment: Date): string => clockAtTheBeach.format(moment).replaceAll('\u202f', ' ');

const timeFormat = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: propertyTimeZone,
});

/** Formats an ISO 8601 moment as `3:04 PM`, at the properties; '' for anything else. */
export function formatTime(value: string): string {
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? '' : timeFormat.format(moment).replaceAll('\u202f', ' ');
}

/** Formats an ISO 8601 moment as `June 5, 2026, 3:04 PM CDT`, at the properties; '' for anything else. */
export function formatDateTime(value: string): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  return `${formatDate(value)}, ${formatClock(moment)}`;
}

/** Formats an ISO 8601 moment as `Jun 5, 3:04 PM CDT`, at the properties, for a line of a phone; '' for anything else. */
export function formatShortDateTime(value: string): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  return `${shortPropertyFormat.format(moment)}, ${formatClock(moment)}`;
}

const dayAtTheBeach = new Intl.DateTimeFormat('en-US', {
  timeZone: propertyTimeZone,
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The date at the properties, `YYYY-MM-DD`. Built from its parts: no locale has that order in every browser. */
export function todayAtProperty(now: Date): string {
  const parts = dayAtTheBeach.formatToParts(now);
  const part = (type: 'year' | 'month' | 'day') => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
