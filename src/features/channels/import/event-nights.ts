import { FeedError } from '../feed.ts';

const pad = (part: number, length = 2): string => String(part).padStart(length, '0');

/** The date of a moment by the clock of the process, which the parser runs in the homes' zone. */
const localDate = (moment: Date): string =>
  `${pad(moment.getFullYear(), 4)}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;

const dayAfter = (date: string): string => {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
};

/** Nobody checks out in the evening: an event that ends then closes that night, too. */
const lastCheckoutHour = 18;

interface EventTimes {
  start: Date;
  end: Date;
  /** Dates without a time. */
  isDate: boolean;
  /** The channel names the last night where others name the day of check-out. */
  endIsLastNight: boolean;
}

/** The nights of an event, read so that in doubt one more is closed. @returns half-open */
export function eventNights({ start, end, isDate, endIsLastNight }: EventTimes): {
  checkin: string;
  checkout: string;
} {
  const [first, last] = [localDate(start), localDate(end)];
  if (last < first) return { checkin: last, checkout: dayAfter(first) };
  const closesLast = endIsLastNight || (!isDate && end.getHours() >= lastCheckoutHour);
  const checkout = closesLast ? dayAfter(last) : last;
  return { checkin: first, checkout: checkout > first ? checkout : dayAfter(first) };
}

const dateText = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2})(?::?(\d{2}))?(Z)?)?$/i;

/** Also takes dashes and colons, as some feeds write them. @throws FeedError for what is none, such as February 30 */
export function toCalendarTime(value: string, isDate: boolean): string {
  const [, year = '', month = '', day = '', hour, minute = '00', second = '00', zulu = ''] =
    dateText.exec(value) ?? [];
  const date = `${year}-${month}-${day}`;
  const moment = new Date(`${date}T${hour ?? '00'}:${minute}:00Z`);
  const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date);
  if (!isReal || year < '1900')
    throw new FeedError(`An event has a date that cannot be: ${value.slice(0, 40)}`);
  const compact = `${year}${month}${day}`;
  return isDate || hour === undefined ? compact : `${compact}T${hour}${minute}${second}${zulu.toUpperCase()}`;
}

/** The moment of such a time: in UTC where it says so, else by the clock of the process. @throws FeedError as above */
export function toMoment(value: string): Date {
  const text = toCalendarTime(value, false);
  const [year, month, day] = [text.slice(0, 4), text.slice(4, 6), text.slice(6, 8)];
  const [hour, minute, second] = [
    text.slice(9, 11) || '00',
    text.slice(11, 13) || '00',
    text.slice(13, 15) || '00',
  ];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${text.endsWith('Z') ? 'Z' : ''}`);
}

/** Joins nights that overlap or touch. */
export function mergeNights(
  spans: { checkin: string; checkout: string }[],
): { checkin: string; checkout: string }[] {
  const merged: { checkin: string; checkout: string }[] = [];
  for (const span of [...spans].sort((a, b) => a.checkin.localeCompare(b.checkin))) {
    const last = merged.at(-1);
    if (last && span.checkin <= last.checkout) {
      if (span.checkout > last.checkout) last.checkout = span.checkout;
    } else merged.push({ ...span });
  }
  return merged;
}
