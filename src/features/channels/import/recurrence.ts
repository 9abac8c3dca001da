import { RRuleTemporal } from 'rrule-temporal';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
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
import type { ContentLine } from './calendar-text.ts';
import type { FindZone } from './zones.ts';

/** The range for which recurring events are expanded, `YYYY-MM-DD`. */
export interface DateRange {
  from: string;
  until: string;
}

interface Expansion {
  /** The instances from the start, the rules and further dates, without those excluded or replaced. */
  instances: EventTimes[];
  /** The instances that replace some of them. */
  replacements: EventTimes[];
  /** Why a further date cannot be read; empty where all can. The rest counts. */
  problem: string;
}

/** Expands an event into its instances. @throws FeedError for a rule that cannot be read or expanded */
export function expandEvent(
  event: SourceEvent,
  times: EventTimes,
  { range, findZone }: { range: DateRange; findZone: FindZone },
): Expansion {
  // The start counts even if it does not match the rules (3.8.5.3).
  const ruled = event.properties
    .filter(({ name }) => name === 'RRULE')
    .flatMap((rule) => ruleStarts(rule, times, { range, findZone }));
  const endAt = endFinder(times);
  const further = splitValues(event, 'RDATE').map((one) =>
    attempt(() => furtherTimes(one, times, { endAt, findZone })),
  );
  const starts = [times.start, ...ruled];
  const overrides = latestOverrides(event, times, findZone);
  const excluded = new Set([...overrides.keys(), ...excludedKeys(event, times, findZone)]);
  const dated = further.flatMap((one) => ('value' in one ? one.value : []));
  return {
    instances: [...starts.map((start) => ({ ...times, start, end: endAt(start) })), ...dated].filter(
      ({ start }) => !excluded.has(start.toString()) && !excluded.has(start.toPlainDate().toString()),
    ),
    replacements: [...overrides]
      .filter(([, { isCancelled }]) => !isCancelled)
      .flatMap(([key, override]) => replacementTimes(override, key, starts)),
    problem: further.find((one) => 'problem' in one)?.problem ?? '',
  };
}

/**
 * Creates the function that computes the end of an instance. It lasts as long as the first one, either by the clock or
 * in hours. These differ where the clock changes (RFC 5545, 3.8.5.3), and senders differ, too: the longer one counts.
 */
function endFinder({ start, end, zone, isDate }: EventTimes) {
  const place = isDate ? 'UTC' : zone;
  const hours = start.toZonedDateTime(place).until(end.toZonedDateTime(place));
  const byClock = start.until(end);
  return (at: Temporal.PlainDateTime) => {
    const ends = [at.toZonedDateTime(place).add(hours).toPlainDateTime(), at.add(byClock)] as const;
    return Temporal.PlainDateTime.compare(...ends) > 0 ? ends[0] : ends[1];
  };
}

/** Rules are expanded as if in UTC, so that no instance is skipped or shifted where the clock changes. */
const asUtc = (at: Temporal.PlainDateTime) => at.toZonedDateTime('UTC');

const rulePart =
  /^(FREQ|UNTIL|COUNT|INTERVAL|BYSECOND|BYMINUTE|BYHOUR|BYDAY|BYMONTHDAY|BYYEARDAY|BYWEEKNO|BYMONTH|BYSETPOS|WKST|RSCALE|SKIP|X-[\w-]+)=./;

/** @throws FeedError for a rule that cannot be expanded as it is meant */
function ruleStarts(
  { value }: ContentLine,
  times: EventTimes,
  { range, findZone }: { range: DateRange; findZone: FindZone },
): Temporal.PlainDateTime[] {
  const parts = value
    .toUpperCase()
    .split(';')
    .map((part) => part.replace(/\s/g, ''))
    .filter(Boolean);
  const unknown = parts.find((part) => !rulePart.test(part));
  if (unknown)
    throw new FeedError(`A recurring event has a rule that cannot be read: ${unknown.slice(0, 40)}`);
  const until = parts.find((part) => part.startsWith('UNTIL='));
  const counted = lastCounted(parts, times.start);
  const last = until ? lastStart(until.slice('UNTIL='.length), times, findZone) : counted;
  const rule = new RRuleTemporal(
    withoutUndefined({
      rruleString: parts
        .filter((part) => part !== until && !(counted && part.startsWith('COUNT=')))
        .join(';'),
      dtstart: asUtc(times.start),
      temporal: Temporal,
      until: last && asUtc(last),
    }),
  );
  // Includes an instance that is under way when the range begins.
  const from = Temporal.PlainDateTime.from(range.from).subtract(times.start.until(times.end).abs());
  try {
    return rule
      .between(asUtc(from), asUtc(Temporal.PlainDateTime.from(range.until)), true)
      .map((start) => start.toPlainDateTime());
  } catch (cause) {
    throw new FeedError('A recurring event of the calendar cannot be worked out.', { cause });
  }
}

/** Longer than anything that is read, and short enough to be added to any date. */
const maxCountedDays = 1_000_000;

/**
 * The last start of a rule that counts days and nothing else; undefined for any other. The library counts each instance
 * from the first one on, and gives up at 10,000.
 */
function lastCounted(
  parts: readonly string[],
  start: Temporal.PlainDateTime,
): Temporal.PlainDateTime | undefined {
  const [, count, interval = '1'] =
    /^COUNT=([1-9]\d*);FREQ=DAILY(?:;INTERVAL=([1-9]\d*))?(?:;WKST=\w+)?$/.exec(parts.toSorted().join(';')) ??
    [];
  if (count === undefined) return undefined;
  return start.add({ days: Math.min((Number(count) - 1) * Number(interval), maxCountedDays) });
}

/** When a rule ends, by the clock of its event: a date without a time is one whole day. */
function lastStart(until: string, { zone, isDate }: EventTimes, findZone: FindZone): Temporal.PlainDateTime {
  const last = readTime({ name: 'UNTIL', params: isDate ? ';VALUE=DATE' : '', value: until }, findZone);
  if (last.isDate) return last.at.add({ days: 1 }).subtract({ seconds: 1 });
  return last.isUtc ? clockIn(zone, last) : last.at;
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
    const [replaced] = splitValues(override, 'RECURRENCE-ID');
    const key = (replaced && instanceKey(replaced, times, findZone)) ?? `of none ${index}`;
    const other = latest.get(key);
    if (!other || sequence(override) >= sequence(other)) latest.set(key, override);
  }
  return latest;
}

const sequence = ({ properties }: SourceEvent): number =>
  Number(property(properties, 'SEQUENCE')?.value) || 0;

/** The times of an override; one for all later instances, too (3.2.13), adds each of them, shifted like the override. */
function replacementTimes(
  { times, properties }: SourceEvent,
  key: string,
  starts: readonly Temporal.PlainDateTime[],
): EventTimes[] {
  if (!times) return [];
  const isForLater = /;RANGE="?THISANDFUTURE/i.test(property(properties, 'RECURRENCE-ID')?.params ?? '');
  const replaced = starts.find((start) => [start, start.toPlainDate()].some((at) => at.toString() === key));
  if (!isForLater || !replaced) return [times];
  const shift = replaced.until(times.start);
  const endAt = endFinder(times);
  return starts
    .filter((start) => Temporal.PlainDateTime.compare(start, replaced) >= 0)
    .map((start) => start.add(shift))
    .map((start) => ({ ...times, start, end: endAt(start) }));
}

const excludedKeys = (event: SourceEvent, times: EventTimes, findZone: FindZone): string[] =>
  splitValues(event, 'EXDATE').flatMap((excluded) => instanceKey(excluded, times, findZone) ?? []);

/** The instance that a time names: its day, or its time by the clock of the event; undefined for an invalid time. */
function instanceKey(
  source: ContentLine,
  { zone, isDate }: EventTimes,
  findZone: FindZone,
): string | undefined {
  const read = attempt(() => readTime(source, findZone));
  if ('problem' in read) return undefined;
  const { at } = read.value;
  if (isDate && read.value.isUtc && at.hour >= firstDoubtfulHour) return undefined;
  return (isDate || read.value.isDate ? at.toPlainDate() : clockIn(zone, read.value)).toString();
}

/** A midnight at this UTC hour or later may be that of the next day by a clock east of London, so it frees no day. */
const firstDoubtfulHour = 10;

/** The values of a property, which may have several and occur several times. */
const splitValues = ({ properties }: SourceEvent, propertyName: string): ContentLine[] =>
  properties
    .filter(({ name }) => name === propertyName)
    .flatMap((one) => one.value.split(',').map((value) => ({ ...one, value: value.trim() })))
    .filter(({ value }) => value !== '');

/** A further date lasts as long as its event; a period has an end of its own. */
function furtherTimes(
  source: ContentLine,
  times: EventTimes,
  { endAt, findZone }: { endAt: ReturnType<typeof endFinder>; findZone: FindZone },
): EventTimes {
  const [from = '', until] = source.value.split('/').map((part) => part.trim());
  const first = readTime({ ...source, value: from }, findZone);
  const start =
    first.isDate && !times.isDate
      ? first.at.withPlainTime(times.start.toPlainTime())
      : clockIn(times.zone, first);
  if (!until) return { ...times, start, end: endAt(start) };
  if (/^[+-]?P/i.test(until)) return { ...times, start, end: start.add(parseDuration(until)) };
  return { ...times, start, end: clockIn(times.zone, readTime({ ...source, value: until }, findZone)) };
}
