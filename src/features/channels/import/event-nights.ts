import { propertyTimeZone } from '../../../shared/dates.ts';
import { FeedError } from '../feed.ts';
import type { Nights } from './night-ranges.ts';

const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString();

/** Dates are clamped to these: a year has four digits, and every date needs a next day. */
const [firstDate, lastDate] = ['1900-01-01', '9999-12-30'] as const;

function toDate(at: Temporal.PlainDateTime): string {
  if (at.year < 1900) return firstDate;
  const date = at.year > 9999 ? lastDate : at.toString().slice(0, lastDate.length);
  return date > lastDate ? lastDate : date;
}

/** An event that ends at this hour or later closes that night, too: it is no check-out. */
const lastCheckoutHour = 18;
/** The most hours by which a zone's clock changes in spring and autumn: two in Antarctica, one elsewhere. */
const maxClockChangeHours = 2;
/** A short event that ends by this hour is no arrival of a guest. */
const firstCheckinHour = 15;

/** A time by the clock of a zone. */
export interface ZonedTime {
  at: Temporal.PlainDateTime;
  zone: string;
}

/** Converts a time to the clock of another zone. */
export const clockIn = (zone: string, time: ZonedTime): Temporal.PlainDateTime =>
  time.zone === zone ? time.at : time.at.toZonedDateTime(time.zone).withTimeZone(zone).toPlainDateTime();

/** The start and end of an event, by the clock of its zone. */
export interface EventTimes {
  start: Temporal.PlainDateTime;
  end: Temporal.PlainDateTime;
  zone: string;
  /** Dates without a time. */
  isDate: boolean;
  /** Its times are written as UTC: what clock its sender meant is unknown. */
  isUtc: boolean;
  /** Whether it has an end, and not a duration. */
  hasEnd: boolean;
}

const isMidnight = ({ hour, minute }: Temporal.PlainDateTime): boolean => hour === 0 && minute === 0;
const isLastMinute = ({ hour, minute }: Temporal.PlainDateTime): boolean => hour === 23 && minute === 59;

/**
 * Converts an event to nights, half-open, by the clock of the homes; in doubt it closes one more. From midnight to midnight of a
 * named zone it is whole days; any other stay of another zone closes the nights of its own dates, too.
 * @param endIsLastNight the channel names the last night where others name the day of check-out
 */
export function eventNights({ endIsLastNight, ...times }: EventTimes & { endIsLastNight: boolean }): Nights {
  const { start, end, zone, isDate, isUtc } = times;
  const isNamed = !isDate && !isUtc;
  if (isNamed && isMidnight(start) && isLastMinute(end))
    return toNights(toDate(start), dayAfter(toDate(end)), false);
  const isWholeDays = isDate || (isNamed && isMidnight(start) && isMidnight(end));
  if (isWholeDays) return toNights(toDate(start), toDate(end), endIsLastNight);
  const atHome = [start, end].map((at) => clockIn(propertyTimeZone, { at, zone })) as [
    typeof start,
    typeof end,
  ];
  const closesLast = endIsLastNight || !isCheckout(...atHome, zone !== propertyTimeZone);
  const nights = toNights(toDate(atHome[0]), toDate(atHome[1]), closesLast);
  if (!isNamed || zone === propertyTimeZone) return nights;
  const own = toNights(toDate(start), toDate(end), endIsLastNight);
  return {
    checkin: own.checkin < nights.checkin ? own.checkin : nights.checkin,
    checkout: own.checkout > nights.checkout ? own.checkout : nights.checkout,
  };
}

/**
 * Whether the end of an event is a check-out, which comes at an earlier hour than the check-in. From one hour to the same hour is
 * whole days by a clock that is not the homes'; where that clock changed in between, the hours differ by two at most.
 */
function isCheckout(
  start: Temporal.PlainDateTime,
  end: Temporal.PlainDateTime,
  isOtherZone: boolean,
): boolean {
  if (end.hour >= lastCheckoutHour) return false;
  return isMidnight(start) || end.hour < start.hour - (isOtherZone ? maxClockChangeHours : 0);
}

function toNights(first: string, last: string, closesLast: boolean): Nights {
  if (last < first) return { checkin: last, checkout: dayAfter(first) };
  const checkout = closesLast ? dayAfter(last) : last;
  return { checkin: first, checkout: checkout > first ? checkout : dayAfter(first) };
}

/** Whether an event begins and ends on one day at the homes: no stay, if another event explains it. */
export function isVisit({ start, end, zone, isDate }: EventTimes): boolean {
  if (isDate || start.until(end, { largestUnit: 'hours' }).hours >= 24) return false;
  const [from, until] = [start, end].map((at) => clockIn(propertyTimeZone, { at, zone }).toPlainDate()) as [
    Temporal.PlainDate,
    Temporal.PlainDate,
  ];
  return from.equals(until);
}

/** Whether a visit is over before guests arrive. */
export const endsBeforeCheckin = ({ end, zone }: EventTimes): boolean => {
  const { hour, minute } = clockIn(propertyTimeZone, { at: end, zone });
  return hour < firstCheckinHour || (hour === firstCheckinHour && minute === 0);
};

const dateText = /^(\d{4})([-/.]?)(\d{2})\2(\d{2})(?!\d)/;
const timeText =
  /^(?:T|\s+)\s*(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?)?(?!\d)\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?/i;
/** Matches a date and a time without separators. */
const digits = /^(\d{8})(\d{4}(?:\d{2})?)(?!\d)/;

/**
 * Normalizes a date or time to the form of RFC 5545, also one with separators, fractions, an offset or the hour 24; only the date
 * where what follows it is no time. @throws FeedError for an invalid one, such as February 30
 */
export function toCalendarTime(value: string, isDate: boolean): string {
  const invalid = () => new FeedError(`An event has a date that cannot be: ${value.slice(0, 40)}`);
  const text = value.trim().replace(digits, '$1T$2');
  const [dateMatch, year = '', , month = '', day = ''] = dateText.exec(text) ?? [];
  if (dateMatch === undefined) throw invalid();
  if (!isRealDate(Number(year), Number(month), Number(day))) throw invalid();
  const [timeMatch, hour = '', minute = '00', second = '00', offset = ''] =
    timeText.exec(text.slice(dateMatch.length)) ?? [];
  if (timeMatch === undefined) return `${year}${month}${day}`;
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:00${toIsoOffset(offset)}`);
  if (Number.isNaN(moment.getTime())) throw invalid();
  if (isDate) return `${year}${month}${day}`;
  const minutes = moment.toISOString().slice(0, 16).replaceAll(/[-:]/g, '');
  return `${minutes}${second}${offset && 'Z'}`;
}

function isRealDate(year: number, month: number, day: number): boolean {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** Normalizes `+0200` and `+02` to `+02:00`, and anything else to `Z`. */
const toIsoOffset = (offset: string): string =>
  /^[+-]/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}` : 'Z';
