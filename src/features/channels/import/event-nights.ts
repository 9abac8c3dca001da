import { FeedError } from '../feed.ts';
import type { Nights } from './night-ranges.ts';

const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString();

/** Dates are clamped to these: a year has four digits, and every date needs a next day. */
const [firstDate, lastDate] = ['1900-01-01', '9999-12-30'] as const;

function toDate(at: Temporal.PlainDateTime): string {
  const date = at.toPlainDate();
  if (Temporal.PlainDate.compare(date, firstDate) < 0) return firstDate;
  return Temporal.PlainDate.compare(date, lastDate) > 0 ? lastDate : date.toString();
}

/** An event that ends at this hour or later closes that night, too: it is no check-out. */
const lastCheckoutHour = 18;

interface LocalTimes {
  /** By the clock of the homes, as its end. */
  start: Temporal.PlainDateTime;
  end: Temporal.PlainDateTime;
  /** Dates without a time. */
  isDate: boolean;
  /** The channel names the last night where others name the day of check-out. */
  endIsLastNight: boolean;
}

/** Converts an event to nights, half-open; in doubt it closes one more. */
export function eventNights({ start, end, isDate, endIsLastNight }: LocalTimes): Nights {
  const [first, last] = [toDate(start), toDate(end)];
  if (last < first) return { checkin: last, checkout: dayAfter(first) };
  const closesLast = endIsLastNight || (!isDate && end.hour >= lastCheckoutHour);
  const checkout = closesLast ? dayAfter(last) : last;
  return { checkin: first, checkout: checkout > first ? checkout : dayAfter(first) };
}

const dateText = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2})(?::?(\d{2}))?(Z)?)?$/i;

/** Normalizes a date or time, also one with dashes and colons. @throws FeedError for an invalid one, such as February 30 */
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
