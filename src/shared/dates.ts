/** The time zone of every home; nights are counted there. */
const propertyTimeZone = 'America/Chicago';

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;

const options = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const asWritten = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const atTheBeach = new Intl.DateTimeFormat('en-US', { ...options, timeZone: propertyTimeZone });

/**
 * A long US date: `June 5, 2026`.
 * @param value `YYYY-MM-DD` (never shifted by a time zone) or an ISO 8601 moment (shown as the date at the homes)
 * @returns an empty string for a value that is no date
 */
export function formatDate(value: string): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  return (dateOnly.test(value) ? asWritten : atTheBeach).format(moment);
}

/** The calendar date at the homes, `YYYY-MM-DD`, at the given moment. */
export function dateAtTheBeach(now: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: propertyTimeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return parts.format(now);
}
