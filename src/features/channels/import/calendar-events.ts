import { createHash } from 'node:crypto';
import { propertyTimeZone } from '../../../shared/dates.ts';
import { FeedError } from '../feed.ts';
import { type Component, type Property, readProperties } from './calendar-text.ts';
import { type FindZone, readZoneName } from './calendar-zones.ts';
import { toCalendarTime } from './event-nights.ts';

const maxUidLength = 200;

/** The properties that are read of an event; guests' names and all others are dropped. */
const names = new Set([
  'UID',
  'SUMMARY',
  'STATUS',
  'SEQUENCE',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
]);

/** An event of a file, with its times or the reason why they cannot be read. */
export interface SourceEvent {
  uid: string;
  properties: Property[];
  times: EventTimes | undefined;
  /** Empty where all can be read. */
  problem: string;
  isCancelled: boolean;
  /** Events that replace single instances of this one. */
  overrides: SourceEvent[];
  isOverride: boolean;
}

/** The start and end of an event, by the clock of its zone. */
export interface EventTimes {
  start: Temporal.PlainDateTime;
  end: Temporal.PlainDateTime;
  zone: string;
  /** Dates without a time. */
  isDate: boolean;
  /** Whether it has an end, and not a duration. */
  hasEnd: boolean;
}

/** Adds each override to the recurring event of its UID; without one it is an ordinary event. */
export function readEvents(components: readonly Component[], findZone: FindZone): SourceEvent[] {
  const events = components.map((component) => readEvent(readProperties(component, names), findZone));
  const recurring = new Map(
    events.filter(({ properties }) => property(properties, 'RRULE')).map((event) => [event.uid, event]),
  );
  for (const event of events) {
    const series = property(event.properties, 'RECURRENCE-ID') && recurring.get(event.uid);
    if (!series || series === event) continue;
    series.overrides.push(event);
    event.isOverride = true;
  }
  return events;
}

function readEvent(properties: Property[], findZone: FindZone): SourceEvent {
  const read = attempt(() => readTimes(properties, findZone));
  return {
    uid: shortUid(property(properties, 'UID')?.value ?? ''),
    properties,
    times: 'value' in read ? read.value : undefined,
    problem: 'problem' in read ? read.problem : '',
    isCancelled: property(properties, 'STATUS')?.value.toUpperCase() === 'CANCELLED',
    overrides: [],
    isOverride: false,
  };
}

/** Returns the result of a read or the reason of its failure, so that one bad event does not stop the others. */
export function attempt<Value>(read: () => Value): { value: Value } | { problem: string } {
  try {
    return { value: read() };
  } catch (error) {
    return {
      problem: error instanceof FeedError ? error.message : 'An event of the calendar cannot be read.',
    };
  }
}

export const property = (properties: readonly Property[], name: string): Property | undefined =>
  properties.find((one) => one.name === name);

const shortUid = (uid: string): string =>
  uid.length <= maxUidLength
    ? uid.toWellFormed()
    : createHash('sha256').update(uid.toWellFormed()).digest('hex');

function readTimes(properties: readonly Property[], findZone: FindZone): EventTimes {
  const [[first, secondStart], [last, secondEnd]] = ['DTSTART', 'DTEND'].map((name) =>
    properties.filter((one) => one.name === name),
  ) as [Property[], Property[]];
  if (!first) throw new FeedError('An event of the calendar has no start.');
  if (secondStart || secondEnd) throw new FeedError('An event of the calendar cannot be read.');
  const { at: start, zone, isDate } = readTime(first, findZone);
  const end = last
    ? clockIn(zone, readTime(isDate ? { ...last, params: ';VALUE=DATE' } : last, findZone))
    : start.add(parseDuration(property(properties, 'DURATION')?.value ?? 'PT0S'));
  return { start, end, zone, isDate, hasEnd: last !== undefined };
}

/** A time by the clock of its zone; a date is midnight at the homes. */
interface CalendarTime {
  at: Temporal.PlainDateTime;
  zone: string;
  isDate: boolean;
}

/** @throws FeedError for an invalid time */
export function readTime(source: Property, findZone: FindZone): CalendarTime {
  const text = toCalendarTime(source.value, /;VALUE="?DATE"?(;|$)/i.test(source.params));
  const at = Temporal.PlainDateTime.from(text.replace('Z', ''));
  const isDate = !text.includes('T');
  if (isDate) return { at, zone: propertyTimeZone, isDate };
  return { at, zone: text.endsWith('Z') ? 'UTC' : findZone(readZoneName(source)), isDate };
}

/** Converts a time to the clock of another zone. */
export const clockIn = (zone: string, time: Pick<CalendarTime, 'at' | 'zone'>): Temporal.PlainDateTime =>
  time.zone === zone ? time.at : time.at.toZonedDateTime(time.zone).withTimeZone(zone).toPlainDateTime();

const durationText = /^([+-]?)P((?:\d+[WD])*)(?:T((?:\d+[HMS])*))?$/i;
const units: Record<string, string> = { W: 'weeks', D: 'days', H: 'hours', M: 'minutes', S: 'seconds' };

/** Parses a duration (RFC 5545, 3.3.6). @throws FeedError for an invalid one */
export function parseDuration(text: string): Temporal.Duration {
  const [match, sign, days = '', time = ''] = durationText.exec(text) ?? [];
  if (match === undefined) throw new FeedError(`An event has a length that cannot be: ${text.slice(0, 40)}`);
  const parts = [...`${days}${time}`.toUpperCase().matchAll(/(\d+)(\w)/g)].map(([, amount, unit = '']) => [
    units[unit],
    Number(amount),
  ]);
  const duration = Temporal.Duration.from({ days: 0, ...Object.fromEntries(parts) });
  return sign === '-' ? duration.negated() : duration;
}
