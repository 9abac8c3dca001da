import type { Channel } from '../../../db/schema/channel-feeds.ts';
import { propertyTimeZone } from '../../../shared/dates.ts';
import { FeedError, type FeedSpan, parseLabel } from '../feed.ts';
import {
  attempt,
  clockIn,
  type EventTimes,
  property,
  readEvents,
  type SourceEvent,
} from './calendar-events.ts';
import { splitCalendar } from './calendar-text.ts';
import { isBesideStay, mergeNights, type Nights } from './night-ranges.ts';
import { type DateRange, expandEvent } from './recurrence.ts';
import { keySharedUids, seriesUid } from './shared-uid.ts';
import { createZoneFinder, type FindZone } from './zones.ts';

export interface ParseRequest extends DateRange {
  text: string;
  channel: Channel;
  endIsLastNight: boolean;
}

const maxEvents = 20_000;
const maxSpans = 10_000;

/** The nights that a file closes, and why some of its events cannot be read; empty where all can. */
export interface ParsedFile {
  spans: FeedSpan[];
  problem: string;
}

/** Text → events → nights. @throws FeedError for a file that is no calendar or too large */
export function parseCalendar(request: ParseRequest): ParsedFile {
  const { busy, timeZones } = splitCalendar(request.text);
  if (busy.length > maxEvents) throw new FeedError(`The calendar has more than ${maxEvents} events.`);
  const findZone = createZoneFinder(timeZones);
  const events = readEvents(busy, findZone);
  const closed: Closed = { spans: [], doubtful: [] };
  const collect = (event: SourceEvent): boolean => {
    const read = attempt(() => toClosed(event, { ...request, findZone }));
    if ('value' in read) {
      closed.spans.push(...read.value.spans);
      closed.doubtful.push(...read.value.doubtful);
    } else event.problem = read.problem;
    return 'value' in read;
  };
  for (const event of events) {
    // Overrides of an event that cannot be read count as ordinary events.
    if (!event.isOverride && !collect(event)) event.overrides.forEach(collect);
    if (closed.spans.length + closed.doubtful.length > maxSpans)
      throw new FeedError(`The calendar closes more than ${maxSpans} periods.`);
  }
  const spans = [...closed.spans, ...unexplained(closed)];
  const problem = formatProblem(events);
  if (problem && spans.length === 0) throw new FeedError(problem);
  return { spans: keySharedUids(spans), problem };
}

function formatProblem(events: readonly SourceEvent[]): string {
  const unread = events.filter(({ problem }) => problem);
  const [first] = unread;
  if (!first || events.length === 1) return first?.problem ?? '';
  const text = first.problem.replace(/\.$/, '');
  return `${text} (${unread.length} of ${events.length} events cannot be read; nothing is freed until all can be).`;
}

interface Closed {
  spans: FeedSpan[];
  doubtful: Doubtful[];
}

/** The events that close no nights if a stay of the file explains them: visits of a day, and free/busy data. */
interface Doubtful {
  nights: (Nights & { mayFollow: boolean })[];
  toSpans(nights: readonly Nights[]): FeedSpan[];
}

/** Channels that send the arrival and the departure beside each stay would close the night after it. */
function unexplained({ spans, doubtful }: Closed): FeedSpan[] {
  const stays = mergeNights(spans.filter(({ isCancelled }) => !isCancelled));
  return doubtful.flatMap(({ nights, toSpans }) =>
    toSpans(nights.filter((one) => !isBesideStay(one, stays))),
  );
}

/** Converts an event, with its instances, to the nights that it closes. @throws FeedError where it cannot be read */
function toClosed(
  event: SourceEvent,
  { channel, endIsLastNight, findZone, ...range }: ParseRequest & { findZone: FindZone },
): Closed {
  const { uid, isCancelled, isFreeBusy, properties, times } = event;
  if (!times) throw new FeedError(event.problem);
  const marked = parseLabel(channel, property(properties, 'SUMMARY')?.value ?? '');
  const toNights = (one: EventTimes): Nights =>
    eventNights({ ...one, endIsLastNight: endIsLastNight && one.hasEnd });
  const close = (all: EventTimes[], areCancelled: boolean, toSpans: Doubtful['toSpans']): Closed => {
    const isDoubtful = (one: EventTimes) => !areCancelled && (isFreeBusy || isVisit(one));
    const nights = all
      .filter(isDoubtful)
      .map((one) => ({ ...toNights(one), mayFollow: !isFreeBusy && endsBeforeCheckin(one) }));
    return {
      spans: toSpans(all.filter((one) => !isDoubtful(one)).map(toNights)),
      doubtful: nights.length > 0 ? [{ nights, toSpans }] : [],
    };
  };
  if (!property(properties, 'RRULE') && !property(properties, 'RDATE'))
    return close([times], isCancelled, (nights) =>
      nights.map(({ checkin, checkout }) => ({
        uid: uid || `${checkin} ${checkout}`,
        marked,
        checkin,
        checkout,
        isCancelled,
      })),
    );
  const { instances, replacements, problem } = expandEvent(event, times, { range, findZone });
  event.problem = problem;
  const merge = (all: EventTimes[], areCancelled: boolean): Closed =>
    close(all, areCancelled, (nights) =>
      mergeNights(nights).map(({ checkin, checkout }) => ({
        uid: seriesUid(uid, checkin),
        marked,
        checkin,
        checkout,
        isCancelled: areCancelled,
      })),
    );
  if (!isCancelled) return merge([...instances, ...replacements], false);
  const [cancelled, standing] = [merge(instances, true), merge(replacements, false)];
  return { spans: [...cancelled.spans, ...standing.spans], doubtful: standing.doubtful };
}

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
    return toHalfOpen(toDate(start), dayAfter(toDate(end)), false);
  const isWholeDays = isDate || (isNamed && isMidnight(start) && isMidnight(end));
  if (isWholeDays) return toHalfOpen(toDate(start), toDate(end), endIsLastNight);
  const atHome = [start, end].map((at) => clockIn(propertyTimeZone, { at, zone })) as [
    typeof start,
    typeof end,
  ];
  const closesLast = endIsLastNight || !isCheckout(...atHome, zone !== propertyTimeZone);
  const nights = toHalfOpen(toDate(atHome[0]), toDate(atHome[1]), closesLast);
  if (!isNamed || zone === propertyTimeZone) return nights;
  const own = toHalfOpen(toDate(start), toDate(end), endIsLastNight);
  return {
    checkin: own.checkin < nights.checkin ? own.checkin : nights.checkin,
    checkout: own.checkout > nights.checkout ? own.checkout : nights.checkout,
  };
}

/**
 * Whether the end of an event is a check-out: it comes at an earlier hour than the check-in. An event from one hour to
 * the same hour has whole days, by a clock that is not the homes'; if that clock changed in between, the hours differ
 * by two at most.
 */
function isCheckout(
  start: Temporal.PlainDateTime,
  end: Temporal.PlainDateTime,
  isOtherZone: boolean,
): boolean {
  if (end.hour >= lastCheckoutHour) return false;
  return isMidnight(start) || end.hour < start.hour - (isOtherZone ? maxClockChangeHours : 0);
}

function toHalfOpen(first: string, last: string, closesLast: boolean): Nights {
  if (last < first) return { checkin: last, checkout: dayAfter(first) };
  const checkout = closesLast ? dayAfter(last) : last;
  return { checkin: first, checkout: checkout > first ? checkout : dayAfter(first) };
}

/** Whether an event begins and ends on one day at the homes: no stay, if another event explains it. */
function isVisit({ start, end, zone, isDate }: EventTimes): boolean {
  if (isDate || start.until(end, { largestUnit: 'hours' }).hours >= 24) return false;
  const [from, until] = [start, end].map((at) => clockIn(propertyTimeZone, { at, zone }).toPlainDate()) as [
    Temporal.PlainDate,
    Temporal.PlainDate,
  ];
  return from.equals(until);
}

/** Whether a visit is over before guests arrive. */
const endsBeforeCheckin = ({ end, zone }: EventTimes): boolean => {
  const { hour, minute } = clockIn(propertyTimeZone, { at: end, zone });
  return hour < firstCheckinHour || (hour === firstCheckinHour && minute === 0);
};
