import { RRuleTemporal } from 'rrule-temporal';
import { FeedError } from '../feed.ts';
import {
  attempt,
  clockIn,
  type EventTimes,
  parseDuration,
  property,
  readTime,
  type SourceEvent,
} from './calendar-events.ts';
import type { Property } from './calendar-text.ts';
import type { FindZone } from './calendar-zones.ts';

/** The dates that recurring events are worked out for, `YYYY-MM-DD`. */
export interface DateRange {
  from: string;
  until: string;
}

/** What an event recurs at: by its rule, at its further dates and as its overrides say, without what is excluded. */
export function expandEvent(
  event: SourceEvent,
  times: EventTimes,
  { range, findZone }: { range: DateRange; findZone: FindZone },
): EventTimes[] {
  const rule = event.properties.findLast(({ name }) => name === 'RRULE');
  const starts = rule ? ruleStarts(rule, times, { range, findZone }) : [times.start];
  const findEnd = endFinder(times);
  const overrides = latestOverrides(event, times, findZone);
  const left = new Set([...overrides.keys(), ...excludedKeys(event, times, findZone)]);
  const own = [
    ...starts.map((start) => ({ ...times, start, end: findEnd(start) })),
    ...listed(event, 'RDATE').map((further) => furtherTimes(further, times, findZone)),
  ].filter(({ start }) => !left.has(start.toString()) && !left.has(start.toPlainDate().toString()));
  const others = [...overrides.values()].filter(({ isCancelled }) => !isCancelled);
  return [...own, ...others.flatMap((override) => override.times ?? [])];
}

/** Each instance lasts as long as the first one (RFC 5545, 3.8.5.3), days without a time apart from the clock. */
function endFinder({ start, end, zone, isDate }: EventTimes) {
  const place = isDate ? 'UTC' : zone;
  const length = start.toZonedDateTime(place).until(end.toZonedDateTime(place));
  return (at: Temporal.PlainDateTime) => at.toZonedDateTime(place).add(length).toPlainDateTime();
}

/** Rules count by the clock, as if in UTC: where it is put forward, no instance is skipped or shifted. */
const asUtc = (at: Temporal.PlainDateTime) => at.toZonedDateTime('UTC');

function ruleStarts(
  { value }: Property,
  times: EventTimes,
  { range, findZone }: { range: DateRange; findZone: FindZone },
): Temporal.PlainDateTime[] {
  const parts = value.toUpperCase().split(';');
  const until = parts.find((part) => part.startsWith('UNTIL='));
  const rule = new RRuleTemporal({
    rruleString: parts.filter((part) => part !== until).join(';'),
    dtstart: asUtc(times.start),
    temporal: Temporal,
    ...(until && { until: asUtc(lastStart(until.slice('UNTIL='.length), times, findZone)) }),
  });
  // One that goes on when the range begins is among them.
  const from = Temporal.PlainDateTime.from(range.from).add(times.end.until(times.start));
  try {
    const starts = rule.between(asUtc(from), asUtc(Temporal.PlainDateTime.from(range.until)), true);
    // A rule that gives no dates at all is a mistake: what it begins with is closed nevertheless.
    return starts.length > 0 ? starts.map((start) => start.toPlainDateTime()) : [times.start];
  } catch (cause) {
    throw new FeedError('A recurring event of the calendar cannot be worked out.', { cause });
  }
}

/** When a rule ends, by the clock of its event: a date without a time is one whole day. */
function lastStart(until: string, { zone, isDate }: EventTimes, findZone: FindZone): Temporal.PlainDateTime {
  const value = until.replace(/\.\d+/, '');
  const last = readTime({ name: 'UNTIL', params: isDate ? ';VALUE=DATE' : '', value }, findZone);
  if (last.isDate) return last.at.add({ days: 1 }).subtract({ seconds: 1 });
  return value.endsWith('Z') ? clockIn(zone, last) : last.at;
}

/** The latest version of each override that can be read, by the instance that it replaces. */
function latestOverrides(
  { overrides }: SourceEvent,
  times: EventTimes,
  findZone: FindZone,
): Map<string, SourceEvent> {
  const latest = new Map<string, SourceEvent>();
  for (const [index, override] of overrides.entries()) {
    if (!override.times) continue;
    const [replaced] = listed(override, 'RECURRENCE-ID');
    const key = (replaced && instanceKey(replaced, times, findZone)) ?? `of none ${index}`;
    const other = latest.get(key);
    if (!other || sequence(override) >= sequence(other)) latest.set(key, override);
  }
  return latest;
}

const sequence = ({ properties }: SourceEvent): number =>
  Number(property(properties, 'SEQUENCE')?.value) || 0;

const excludedKeys = (event: SourceEvent, times: EventTimes, findZone: FindZone): string[] =>
  listed(event, 'EXDATE').flatMap((excluded) => instanceKey(excluded, times, findZone) ?? []);

/** Which instance of an event a time means: its day, or its time by the clock of the event. Nothing where it is no time. */
function instanceKey(source: Property, { zone, isDate }: EventTimes, findZone: FindZone): string | undefined {
  const read = attempt(() => readTime(source, findZone));
  if ('problem' in read) return undefined;
  const day = read.value.at.toPlainDate();
  return (isDate || read.value.isDate ? day : clockIn(zone, read.value)).toString();
}

/** The values of a property that has several, or that is there several times. */
const listed = ({ properties }: SourceEvent, propertyName: string): Property[] =>
  properties
    .filter(({ name }) => name === propertyName)
    .flatMap((one) => one.value.split(',').map((value) => ({ ...one, value: value.trim() })));

/** A further date lasts as long as its event; a period has an end of its own. */
function furtherTimes(source: Property, times: EventTimes, findZone: FindZone): EventTimes {
  const [from = '', until] = source.value.split('/').map((part) => part.trim());
  const first = readTime({ ...source, value: from }, findZone);
  const start =
    first.isDate && !times.isDate
      ? first.at.withPlainTime(times.start.toPlainTime())
      : clockIn(times.zone, first);
  if (!until) return { ...times, start, end: endFinder(times)(start) };
  if (/^[+-]?P/i.test(until)) return { ...times, start, end: start.add(parseDuration(until)) };
  return { ...times, start, end: clockIn(times.zone, readTime({ ...source, value: until }, findZone)) };
}
