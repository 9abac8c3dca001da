import { createHash } from 'node:crypto';
import { propertyTimeZone } from '../../../shared/dates.ts';
import { FeedError } from '../feed.ts';
import { type Component, type ContentLine, readProperties, toCalendarTime } from './calendar-text.ts';
import { type FindZone, readZoneName } from './zones.ts';

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
  'FREEBUSY',
]);

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
  /** Its times are treated as UTC, because the sender's time zone is unknown. */
  isUtc: boolean;
  /** Whether it has an end, and not a duration. */
  hasEnd: boolean;
}

/** An event of a file, with its times or the reason why they cannot be read. */
export interface SourceEvent {
  uid: string;
  properties: ContentLine[];
  times: EventTimes | undefined;
  /** The reason why a part cannot be read; empty where all can. */
  problem: string;
  isCancelled: boolean;
  /** Events that replace single instances of this one. */
  overrides: SourceEvent[];
  isOverride: boolean;
  /** A period of free/busy data. */
  isFreeBusy: boolean;
}

/**
 * Parses events and the periods of free/busy data. An override is added to the recurring event of its UID; without one
 * it is an ordinary event.
 */
export function readEvents(components: readonly Component[], findZone: FindZone): SourceEvent[] {
  const events = components.flatMap((component) => {
    const properties = readProperties(component, names);
    return component.name === 'VFREEBUSY'
      ? readFreeBusy(properties, findZone)
      : [readEvent(properties, () => readTimes(properties, findZone))];
  });
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

function readEvent(properties: ContentLine[], read: () => EventTimes, isFreeBusy = false): SourceEvent {
  const times = attempt(read);
  return {
    uid: shortUid(property(properties, 'UID')?.value ?? ''),
    properties,
    times: 'value' in times ? times.value : undefined,
    problem: 'problem' in times ? times.problem : '',
    isCancelled: isCancelled(properties),
    overrides: [],
    isOverride: false,
    isFreeBusy,
  };
}

/** An event for each period that is not free (3.8.2.6): a period of an unknown type counts as busy (3.2.9). */
function readFreeBusy(properties: readonly ContentLine[], findZone: FindZone): SourceEvent[] {
  const uid = properties.filter(({ name }) => name === 'UID');
  return properties
    .filter(({ name, params }) => name === 'FREEBUSY' && !/;FBTYPE="?FREE"?(;|$)/i.test(params))
    .flatMap(({ params, value }) => {
      const isBlock = /;FBTYPE="?BUSY-UNAVAILABLE/i.test(params);
      const summary = { name: 'SUMMARY', params: '', value: isBlock ? 'Unavailable' : 'Busy' };
      return value.split(',').map((period) => {
        const [from = '', until = ''] = period.split('/').map((part) => part.trim());
        const start = { name: 'DTSTART', params, value: from };
        const end = { name: /^[+-]?P/i.test(until) ? 'DURATION' : 'DTEND', params, value: until };
        return readEvent([...uid, summary], () => readTimes([start, end], findZone), true);
      });
    });
}

/** Whether every STATUS line says so: a stray one may be text of a description. */
function isCancelled(properties: readonly ContentLine[]): boolean {
  const states = properties.filter(({ name }) => name === 'STATUS');
  return states.length > 0 && states.every(({ value }) => value.toUpperCase() === 'CANCELLED');
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

export const property = (properties: readonly ContentLine[], name: string): ContentLine | undefined =>
  properties.find((one) => one.name === name);

const shortUid = (uid: string): string =>
  uid.length <= maxUidLength
    ? uid.toWellFormed()
    : createHash('sha256').update(uid.toWellFormed()).digest('hex');

function readTimes(properties: readonly ContentLine[], findZone: FindZone): EventTimes {
  const [first, last] = ['DTSTART', 'DTEND'].map((name) => onlyDate(properties, name));
  if (!first) throw new FeedError('An event of the calendar has no start.');
  const { at: start, zone, isDate, isUtc } = readTime(first, findZone);
  const end = last
    ? clockIn(zone, readTime(isDate ? { ...last, params: ';VALUE=DATE' } : last, findZone))
    : start.add(parseDuration(property(properties, 'DURATION')?.value ?? 'PT0S'));
  if (end.year < firstYear && start.year >= firstYear)
    throw new FeedError(`An event of the calendar ends before it begins: ${last?.value.slice(0, 40)}`);
  return { start, end, zone, isDate, isUtc, hasEnd: last !== undefined };
}

/** The earliest valid end: programs write the year 1 for "no date". */
const firstYear = 1900;

/** The one value of a property; text of a description that begins like it does not count beside it. */
function onlyDate(properties: readonly ContentLine[], name: string): ContentLine | undefined {
  const all = properties.filter((one) => one.name === name);
  const dates = all.filter(({ value }) => /^\d/.test(value));
  const [first, ...others] = dates.length > 0 ? dates : all;
  if (others.some(({ value }) => value !== first?.value))
    throw new FeedError('An event of the calendar cannot be read.');
  return first;
}

/** A time by the clock of its zone; a date is midnight at the homes. */
interface CalendarTime extends ZonedTime {
  isDate: boolean;
  isUtc: boolean;
}

/** @throws FeedError for an invalid time */
export function readTime(source: ContentLine, findZone: FindZone): CalendarTime {
  const text = toCalendarTime(source.value, /;VALUE="?DATE"?(;|$)/i.test(source.params));
  const at = Temporal.PlainDateTime.from(text.replace('Z', ''));
  const isDate = !text.includes('T');
  const isUtc = text.endsWith('Z');
  if (isDate) return { at, zone: propertyTimeZone, isDate, isUtc };
  return { at, zone: isUtc ? 'UTC' : findZone(readZoneName(source)), isDate, isUtc };
}

const durationText = /^\s*([+-]?)P((?:\d+[WDHMS]|T)*)\s*$/i;
const units: Record<string, string> = { W: 'weeks', D: 'days', H: 'hours', M: 'minutes', S: 'seconds' };

/** Parses a duration (RFC 5545, 3.3.6), also one whose `T` is missing. @throws FeedError for an invalid one */
export function parseDuration(text: string): Temporal.Duration {
  const [match, sign, parts = ''] = durationText.exec(text) ?? [];
  const isTime = /[TH]/i.test(parts.split(/M/i)[0] ?? '');
  if (match === undefined || (/M/i.test(parts) && !isTime))
    throw new FeedError(`An event has a length that cannot be: ${text.slice(0, 40)}`);
  const amounts: Record<string, number> = { days: 0 };
  for (const [, amount, letter = ''] of parts.toUpperCase().matchAll(/(\d+)(\w)/g)) {
    const unit = units[letter] ?? 'days';
    amounts[unit] = (amounts[unit] ?? 0) + Number(amount);
  }
  const duration = Temporal.Duration.from(amounts);
  return sign === '-' ? duration.negated() : duration;
}
