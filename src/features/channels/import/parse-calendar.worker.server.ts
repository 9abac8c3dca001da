import type { Channel } from '../../../db/schema/channel-feeds.ts';
import { serveRequests } from '../../../platform/images/child-worker.server.ts';
import { propertyTimeZone } from '../../../shared/dates.ts';
import { FeedError, type FeedSpan, parseMark } from '../feed.ts';
import {
  attempt,
  clockIn,
  type EventTimes,
  property,
  readEvents,
  type SourceEvent,
} from './calendar-events.ts';
import { splitCalendar } from './calendar-text.ts';
import { createZoneFinder, type FindZone } from './calendar-zones.ts';
import { eventNights } from './event-nights.ts';
import { mergeNights, type Nights } from './night-ranges.ts';
import { type DateRange, expandEvent } from './recurrence.ts';
import { keySharedUids } from './shared-uid.ts';

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

export type ParseResponse = { file: ParsedFile } | { problem: string };

/* The program that `runParser` forks, so that a file that takes too long can be stopped. */
serveRequests<ParseRequest, ParseResponse>(async (request) => {
  try {
    return { file: parseCalendar(request) };
  } catch (error) {
    if (error instanceof FeedError) return { problem: error.message };
    return { problem: 'The calendar cannot be read.' };
  }
});

/** Text → events → nights. @throws FeedError for a file that is no calendar or too large */
function parseCalendar(request: ParseRequest): ParsedFile {
  const { events: components, timeZones } = splitCalendar(request.text);
  if (components.length > maxEvents) throw new FeedError(`The calendar has more than ${maxEvents} events.`);
  const findZone = createZoneFinder(timeZones);
  const events = readEvents(components, findZone);
  const spans: FeedSpan[] = [];
  const collect = (event: SourceEvent): boolean => {
    const read = attempt(() => toSpans(event, { ...request, findZone }));
    if ('value' in read) spans.push(...read.value);
    else event.problem = read.problem;
    return 'value' in read;
  };
  for (const event of events) {
    // Overrides of an event that cannot be read count as ordinary events.
    if (!event.isOverride && !collect(event)) event.overrides.forEach(collect);
    if (spans.length > maxSpans) throw new FeedError(`The calendar closes more than ${maxSpans} periods.`);
  }
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

function toSpans(
  event: SourceEvent,
  { channel, endIsLastNight, findZone, ...range }: ParseRequest & { findZone: FindZone },
): FeedSpan[] {
  const { uid, isCancelled, properties, times } = event;
  if (!times) throw new FeedError(event.problem);
  const marked = parseMark(channel, property(properties, 'SUMMARY')?.value ?? '');
  const nights = ({ start, end, zone, isDate, hasEnd }: EventTimes): Nights =>
    eventNights({
      start: clockIn(propertyTimeZone, { at: start, zone }),
      end: clockIn(propertyTimeZone, { at: end, zone }),
      isDate,
      endIsLastNight: endIsLastNight && hasEnd,
    });
  if (!property(properties, 'RRULE') && !property(properties, 'RDATE')) {
    const own = nights(times);
    return [{ uid: uid || `${own.checkin} ${own.checkout}`, marked, ...own, isCancelled }];
  }
  const { instances, replacements, problem } = expandEvent(event, times, { range, findZone });
  event.problem = problem;
  const merge = (all: EventTimes[], areCancelled: boolean): FeedSpan[] =>
    mergeNights(all.map(nights)).map((span) => ({
      uid: `${uid} ${span.checkin}`,
      marked,
      ...span,
      isCancelled: areCancelled,
    }));
  if (!isCancelled) return merge([...instances, ...replacements], false);
  return [...merge(instances, true), ...merge(replacements, false)];
}
