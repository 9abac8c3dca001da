/** The time zone of every home; nights are counted there. */
export const propertyTimeZone = 'America/Chicago';

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;

const options = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const utcFormat = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const propertyFormat = new Intl.DateTimeFormat('en-US', { ...options, timeZone: propertyTimeZone });
const clockAtTheBeach = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: propertyTimeZone,
  timeZoneName: 'short',
});

/**
 * A long US date: `June 5, 2026`.
 * @param value `YYYY-MM-DD` (never shifted by a time zone) or an ISO 8601 moment (shown as the date at the homes)
 * @returns an empty string for a value that is no date
 */
export function formatDate(value: string): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  return (dateOnly.test(value) ? utcFormat : propertyFormat).format(moment);
}

/**
 * A moment to the minute, as it was at the homes: `June 5, 2026, 3:04 PM CDT`.
 * @param value an ISO 8601 moment
 * @returns an empty string for a value that is no moment
 */
export function formatDateTime(value: string): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  // Engines differ in the space before AM and PM; a page must read the same on the server and in the browser.
  return `${formatDate(value)}, ${clockAtTheBeach.format(moment).replaceAll('\u202f', ' ')}`;
}

/** The calendar date at the homes, `YYYY-MM-DD`, at the given moment. */
export function todayAtProperty(now: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: propertyTimeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return parts.format(now);
}
