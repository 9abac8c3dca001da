import ical, { type VEvent } from 'node-ical';
import type { Channel } from '../../../db/schema/channel-feeds.ts';
import { propertyTimeZone } from '../../../shared/dates.ts';
import { FeedError, type FeedSpan, parseMark } from '../feed.ts';
import {
  attempt,
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

/** What a file closes, and why some of its events cannot be read: empty where all can. */
export interface ParsedFile {
  spans: FeedSpan[];
  problem: string;
}

/** Runs in a process whose zone is the homes'. @throws FeedError for what is no calendar, or is too large */
export function parseCalendar(request: ParseRequest): ParsedFile {
  const { events, timeZones } = splitCalendar(request.text);
  if (events.length > maxEvents) throw new FeedError(`The calendar has more than ${maxEvents} events.`);
  const sources = nameEvents(events);
  const parsed = readEvents(sources, timeZones);
  const spans: FeedSpan[] = [];
  for (const source of sources) {
    if (source.problem || isOverride(source)) continue;
    const event = source.plain ?? parsed[source.key];
    const read = attempt(() => {
      if (event?.type !== 'VEVENT') throw new FeedError('An event of the calendar cannot be read.');
      return toSpans(source, event, request);
    });
    if ('value' in read) spans.push(...read.value);
    else source.problem = read.problem;
    if (spans.length > maxSpans) throw new FeedError(`The calendar closes more than ${maxSpans} periods.`);
  }
  const problem = formatProblem(sources);
  if (problem && spans.length === 0) throw new FeedError(problem);
  return { spans: keySharedUids(spans), problem };
}

function formatProblem(sources: readonly SourceEvent[]): string {
  const unread = sources.filter(({ problem }) => problem);
  const [first] = unread;
  if (!first || sources.length === 1) return first?.problem ?? '';
  const text = first.problem.replace(/\.$/, '');
  return `${text} (${unread.length} of ${sources.length} events cannot be read; nothing is freed until all can be).`;
}

type ParsedEvents = ReturnType<typeof ical.sync.parseICS>;

/** All at once, or else each by itself: one that the library refuses keeps no other from being read. */
function readEvents(sources: SourceEvent[], timeZones: string[][]): ParsedEvents {
  const written = sources.filter(({ plain, problem }) => !plain && !problem);
  const lines = new Map<SourceEvent, string[]>();
  for (const source of written) {
    const read = attempt(() => timeLines(source));
    if ('value' in read) lines.set(source, read.value);
    else source.problem = read.problem;
  }
  const read = (group: readonly SourceEvent[]) =>
    attempt(() => readFile(new Map(group.map((source) => [source, lines.get(source) ?? []])), timeZones));
  const all = read([...lines.keys()]);
  if ('value' in all) return all.value;
  const parsed: ParsedEvents = {};
  for (const group of Map.groupBy(lines.keys(), ({ key }) => key).values()) {
    const one = read(group);
    if ('value' in one) Object.assign(parsed, one.value);
    else for (const source of group) source.problem = one.problem;
  }
  return parsed;
}

const readFile = (events: ReadonlyMap<SourceEvent, string[]>, timeZones: string[][]): ParsedEvents =>
  ical.sync.parseICS(
    [
      'BEGIN:VCALENDAR',
      ...timeZones.flat(),
      ...[...events].flatMap(([{ key }, lines]) => ['BEGIN:VEVENT', `UID:${key}`, ...lines, 'END:VEVENT']),
      'END:VCALENDAR',
    ].join('\r\n'),
  );

function toSpans(source: SourceEvent, event: PlainEvent, request: ParseRequest): FeedSpan[] {
  const summary = property(source, 'SUMMARY')?.value ?? '';
  const marked = parseMark(request.channel, summary);
  const isCancelled = event.status?.toUpperCase() === 'CANCELLED';
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
    return [{ uid: source.uid || `${own.checkin} ${own.checkout}`, marked, ...own, isCancelled }];
  const instances = event.rrule ? expand(event as VEvent, request, nights) : [];
  // A rule that gives no dates at all is a mistake: what it begins with is closed nevertheless.
  const merged = mergeNights([...(instances.length > 0 ? instances : [own]), ...dated]);
  return merged.map((span) => ({ uid: `${source.uid} ${span.checkin}`, marked, ...span, isCancelled }));
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
      .filter((instance) => instance.event.status?.toUpperCase() !== 'CANCELLED')
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
    .flatMap(({ value }) => value.toUpperCase().split(','))
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
