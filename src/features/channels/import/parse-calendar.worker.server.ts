import type { Channel } from '../../../db/schema/channel-feeds.ts';
import { serveRequests } from '../../../platform/images/child-worker.server.ts';
import { FeedError, type FeedSpan, parseLabel } from '../feed.ts';
import { attempt, property, readEvents, type SourceEvent } from './calendar-events.ts';
import { splitCalendar } from './calendar-text.ts';
import { type EventTimes, endsBeforeCheckin, eventNights, isVisit } from './event-nights.ts';
import { isBesideStay, mergeNights, type Nights } from './night-ranges.ts';
import { type DateRange, expandEvent } from './recurrence.ts';
import { keySharedUids } from './shared-uid.ts';
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
        uid: `${uid} ${checkin}`,
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
