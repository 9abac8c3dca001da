import { createHash } from 'node:crypto';
import ical, { type VEvent } from 'node-ical';
import type { Channel } from '../../../db/schema/channel-feeds.ts';
import { FeedError, type FeedSpan, isAmbiguous, kindOfEvent } from '../feed.ts';
import { type Component, type Property, readProperties, splitCalendar } from './calendar-text.ts';
import { eventNights, mergeNights, toCalendarTime } from './event-nights.ts';
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
const maxUidLength = 200;

const names = new Set([
  ...['UID', 'SUMMARY', 'STATUS', 'SEQUENCE', 'DTSTART', 'DTEND', 'DURATION'],
  ...['RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID'],
]);
/** What the library reads; guests' names and everything else stay out of it. */
const times = new Set([
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'EXDATE',
  'RECURRENCE-ID',
  'STATUS',
  'SEQUENCE',
]);

interface SourceEvent {
  properties: Property[];
  uid: string;
  /** The name under which the library gets it: no two events overwrite each other there. */
  key: string;
  /** Its dates where the library is not needed. */
  plain: PlainEvent | null;
}

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
    ...['BEGIN:VCALENDAR', ...timeZones.flat()],
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

/** Two dates, which nearly all events are: without the library a large feed takes a fifth of the time. */
function plainDates(source: Pick<SourceEvent, 'properties'>): PlainEvent | null {
  const lines = source.properties.filter(({ name }) => times.has(name) && name !== 'SEQUENCE');
  const [start, end, status] = ['DTSTART', 'DTEND', 'STATUS'].map((name) => property(source, name));
  if (!start || !end || lines.length !== (status ? 3 : 2)) return null;
  if (!isDateValue(start.params) || !isDateValue(end.params)) return null;
  return {
    ...{ type: 'VEVENT', datetype: 'date', rrule: undefined },
    ...{ start: localMidnight(start.value), end: localMidnight(end.value) },
    status: status?.value.toUpperCase(),
  };
}

function localMidnight(value: string): Date {
  const date = toCalendarTime(value, true);
  return new Date(Number(date.slice(0, 4)), Number(date.slice(4, 6)) - 1, Number(date.slice(6)));
}

/** What is read of an event. */
type PlainEvent = Pick<VEvent, 'type' | 'datetype' | 'start' | 'end'> & {
  status?: string;
  rrule?: VEvent['rrule'];
};

const property = ({ properties }: Pick<SourceEvent, 'properties'>, name: string): Property | undefined =>
  properties.find((one) => one.name === name);

/** An override belongs to the recurring event of its UID; without one it is an event like others. */
function nameEvents(events: Component[]): SourceEvent[] {
  const all = events.map((event, index): SourceEvent => {
    const properties = readProperties(event, names);
    return {
      properties,
      uid: shortUid(property({ properties }, 'UID')?.value ?? ''),
      key: `e${index}`,
      plain: plainDates({ properties }),
    };
  });
  const masters = new Map(
    all.filter((event) => property(event, 'RRULE')).map((event) => [event.uid, event.key]),
  );
  return all.map((event) => {
    if (!property(event, 'RECURRENCE-ID')) return event;
    const key = masters.get(event.uid);
    if (key !== undefined && key !== event.key) return { ...event, key };
    return { ...event, properties: event.properties.filter(({ name }) => name !== 'RECURRENCE-ID') };
  });
}

const isOverride = (event: SourceEvent): boolean => property(event, 'RECURRENCE-ID') !== undefined;

const shortUid = (uid: string): string =>
  uid.length <= maxUidLength
    ? uid.toWellFormed()
    : createHash('sha256').update(uid.toWellFormed()).digest('hex');

function timeLines(source: SourceEvent): string[] {
  if (!property(source, 'DTSTART')) throw new FeedError('An event of the calendar has no start.');
  return source.properties
    .filter(({ name }) => times.has(name))
    .map(({ name, params, value }) => {
      const isTime = name === 'DTSTART' || name === 'DTEND';
      return `${name}${params}:${isTime ? toCalendarTime(value, isDateValue(params)) : value}`;
    });
}

const isDateValue = (params: string): boolean => /;VALUE="?DATE"?(;|$)/i.test(params);

function spansOf(source: SourceEvent, event: PlainEvent, request: ParseRequest): FeedSpan[] {
  const summary = property(source, 'SUMMARY')?.value ?? '';
  const marked = {
    kind: kindOfEvent(request.channel, summary),
    ...(isAmbiguous(request.channel, summary) ? { isAmbiguous: true } : {}),
  };
  const isCancelled = event.status === 'CANCELLED';
  const nights = (start: Date, end: Date) =>
    eventNights({
      ...{ start, end, isDate: event.datetype === 'date' },
      endIsLastNight: request.endIsLastNight && property(source, 'DTEND') !== undefined,
    });
  if (!isMoment(event.start))
    throw new FeedError('An event of the calendar has a start that cannot be read.');
  const end = isMoment(event.end) ? event.end : event.start;
  const own = nights(event.start, end);
  const dated = extraDates(source, own);
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

/** Further dates of an event, which the library leaves out. */
function extraDates({ properties }: SourceEvent, { checkin, checkout }: Nights): Nights[] {
  const lengthMs = Date.parse(checkout) - Date.parse(checkin);
  return properties
    .filter(({ name }) => name === 'RDATE')
    .flatMap(({ value }) => value.split(','))
    .map((value) => {
      const date = toCalendarTime(value.split('/')[0]?.trim() ?? '', true);
      const first = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
      return { checkin: first, checkout: new Date(Date.parse(first) + lengthMs).toISOString().slice(0, 10) };
    });
}
