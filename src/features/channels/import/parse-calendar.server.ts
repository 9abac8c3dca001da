import ical, { type VEvent } from 'node-ical';
import type { Channel } from '../../../db/schema/channel-feeds.ts';
import { propertyTimeZone } from '../../../shared/dates.ts';
import { FeedError, type FeedSpan, isAmbiguous, kindOfEvent } from '../feed.ts';
import {
  isOverride,
  nameEvents,
  type PlainEvent,
  property,
  type SourceEvent,
  timeLines,
} from './calendar-events.server.ts';
import { splitCalendar } from './calendar-text.ts';
import { eventNights, mergeNights, toMoment } from './event-nights.ts';
import { keySharedUids } from './shared-uid.ts';

export interface ParseRequest {
  text: string;
  channel: Channel;
  endIsLastNight: boolean;
  /** The nights that recurring events are worked out for, `YYYY-MM-DD`. */
  from: string;
  until: string;
}

const maxEvents = 20_000;
const maxSpans = 10_000;

/** Runs in a process whose zone is the homes'. @throws FeedError for what cannot be read whole */
export function parseCalendar(request: ParseRequest): FeedSpan[] {
  const { events, timeZones } = splitCalendar(request.text);
  if (events.length > maxEvents) throw new FeedError(`The calendar has more than ${maxEvents} events.`);
  const sources = nameEvents(events);
  const parsed = readFile(sources, timeZones);
  const spans: FeedSpan[] = [];
  for (const source of sources) {
    if (isOverride(source)) continue;
    const event = source.plain ?? parsed[source.key];
    if (event?.type !== 'VEVENT') throw new FeedError('An event of the calendar cannot be read.');
    spans.push(...spansOf(source, event, request));
    if (spans.length > maxSpans) throw new FeedError(`The calendar closes more than ${maxSpans} periods.`);
  }
  return keySharedUids(spans);
}

function readFile(sources: SourceEvent[], timeZones: string[][]): ReturnType<typeof ical.sync.parseICS> {
  const file = [
    'BEGIN:VCALENDAR',
    ...timeZones.flat(),
    ...sources
      .filter(({ plain }) => !plain)
      .flatMap((source) => ['BEGIN:VEVENT', `UID:${source.key}`, ...timeLines(source), 'END:VEVENT']),
    'END:VCALENDAR',
  ];
  try {
    return ical.sync.parseICS(file.join('\r\n'));
  } catch (cause) {
    throw new FeedError('An event of the calendar cannot be read.', { cause });
  }
}

function spansOf(source: SourceEvent, event: PlainEvent, request: ParseRequest): FeedSpan[] {
  const summary = property(source, 'SUMMARY')?.value ?? '';
  const marked = {
    kind: kindOfEvent(request.channel, summary),
    ...(isAmbiguous(request.channel, summary) ? { isAmbiguous: true } : {}),
  };
  const isCancelled = event.status === 'CANCELLED';
  const nights = (start: Date, end: Date) =>
    eventNights({
      start,
      end,
      isDate: event.datetype === 'date',
      endIsLastNight: request.endIsLastNight && property(source, 'DTEND') !== undefined,
    });
  if (!isMoment(event.start))
    throw new FeedError('An event of the calendar has a start that cannot be read.');
  const end = isMoment(event.end) ? event.end : event.start;
  const own = nights(event.start, end);
  const dated = extraDates(source, own, nights);
  if (!event.rrule && dated.length === 0)
    return [{ uid: source.uid || `${own.checkin} ${own.checkout}`, ...marked, ...own, isCancelled }];
  const instances = event.rrule ? expand(event as VEvent, request, nights) : [];
  // A rule that gives no dates at all is a mistake: what it begins with is closed nevertheless.
  const merged = mergeNights([...(instances.length > 0 ? instances : [own]), ...dated]);
  return merged.map((span) => ({ uid: `${source.uid} ${span.checkin}`, ...marked, ...span, isCancelled }));
}

const isMoment = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime());

type Nights = { checkin: string; checkout: string };

function expand(
  event: VEvent,
  { from, until }: ParseRequest,
  nights: (start: Date, end: Date) => Nights,
): Nights[] {
  try {
    return ical
      .expandRecurringEvent(event, { from: new Date(from), to: new Date(until), expandOngoing: true })
      .filter((instance) => instance.event.status !== 'CANCELLED')
      .map(({ start, end }) => nights(start, end));
  } catch (cause) {
    throw new FeedError('A recurring event of the calendar cannot be worked out.', { cause });
  }
}

/** Further dates of an event, which the library leaves out; a period has an end of its own. */
function extraDates(
  { properties }: SourceEvent,
  { checkin, checkout }: Nights,
  nights: (start: Date, end: Date) => Nights,
): Nights[] {
  const lengthMs = Date.parse(checkout) - Date.parse(checkin);
  return properties
    .filter(({ name }) => name === 'RDATE')
    .flatMap(({ value }) => value.split(','))
    .map((value) => {
      const [from = '', until] = value.split('/').map((part) => part.trim());
      const start = toMoment(from);
      if (until) return nights(start, endOfPeriod(start, until));
      const first = nights(start, start).checkin;
      return { checkin: first, checkout: new Date(Date.parse(first) + lengthMs).toISOString().slice(0, 10) };
    });
}

/** @param end a time, or how long it lasts (RFC 5545, 3.3.9) */
function endOfPeriod(start: Date, end: string): Date {
  if (!end.startsWith('P')) return toMoment(end);
  const from = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(propertyTimeZone);
  return new Date(from.add(end).epochMilliseconds);
}
