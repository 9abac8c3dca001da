import pLimit from 'p-limit';
import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { dayMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CalendarReading, FeedError } from '../feed.ts';
import { type FetchedCalendar, fetchCalendar } from './fetch-calendar.server.ts';
import { mergeReading } from './merge-reading.ts';
import type { ParsedFile, ParseRequest } from './parse-calendar.ts';
import { type ParsePriority, runParser } from './run-parser.server.ts';
import {
  type FeedRow,
  type FeedToRead,
  feedToRead,
  lockFeed,
  publishedNights,
  recordFailure,
  storedEvents,
  updateFeed,
  writeChanges,
} from './store.server.ts';

const maxFetchMs = 10_000;
/** The time after which an unchanged file is parsed again: recurring events reach one day further each day. */
const maxUnparsedMs = dayMs;
/** Events are read one year further ahead than homes can be booked. */
const readAheadMs = 1_460 * dayMs;
/** The number of successive empty files that are rejected where there were events before. */
const maxEmptyReadings = 2;

/** Timed readings take two of the three connections for such transactions; guests who are about to pay need the third. */
const storeTimed = pLimit(2);

/** Fetches, parses and stores a feed; fetching uses no database connection. A file that looks wrong frees no nights. */
export async function readFeed(ctx: Ctx, feedId: string, urgency: ParsePriority): Promise<CalendarReading> {
  const feed = await feedToRead(ctx.db, feedId);
  if (!feed) throw new AppError('notFound', 'There is no such calendar feed.');
  const startedAt = ctx.now();
  try {
    const mustParse = !feed.parsed_at || startedAt.getTime() - feed.parsed_at.getTime() >= maxUnparsedMs;
    const fetched = await fetchCalendar(feed, {
      mustParse,
      isLocal: !ctx.settings.production,
      signal: AbortSignal.timeout(maxFetchMs),
    });
    const file = fetched.isUnchanged
      ? null
      : await runParser(toParseRequest(feed, fetched.text, startedAt), urgency);
    const result = { fetched, file, startedAt };
    return await (urgency === 'timed'
      ? storeTimed(mergeAndStore, ctx, feed, result)
      : mergeAndStore(ctx, feed, result));
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    await recordFailure(ctx.db, feed, { startedAt, error: error.message });
    return { isGood: false, error: error.message, events: [] };
  }
}

/** Events before January 1 of this year are not parsed. */
const toParseRequest = (feed: FeedRow, text: string, now: Date): ParseRequest => ({
  text,
  channel: feed.channel,
  endIsLastNight: feed.end_is_last_night,
  from: `${todayAtProperty(now).slice(0, 4)}-01-01`,
  until: todayAtProperty(new Date(now.getTime() + readAheadMs)),
});

interface FetchResult {
  fetched: FetchedCalendar;
  /** Null if the file is unchanged. */
  file: ParsedFile | null;
  startedAt: Date;
}

/** The stored events are those of no good file any more: the next file is read whole, also one with earlier bytes. */
const noValidators = { etag: '', last_modified: '', body_hash: null };

/** Merges a file into the stored events. @throws FeedError for an empty file that is not accepted yet */
async function mergeAndStore(
  ctx: Ctx,
  before: FeedToRead,
  { fetched, file, startedAt }: FetchResult,
): Promise<CalendarReading> {
  const reading = await ctx.db.transaction().execute(async (tx): Promise<CalendarReading | FeedError> => {
    const feed = await lockFeed(tx, before.id);
    if (!feed || isSuperseded(before, feed)) return { isGood: true, error: '', events: [] };
    const stored = await storedEvents(tx, feed.id);
    if (
      file?.spans.length === 0 &&
      stored.some(({ is_echo }) => !is_echo) &&
      feed.empty_readings < maxEmptyReadings
    ) {
      const error = 'The calendar has no events any more. Its nights stay closed until that is certain.';
      await updateFeed(tx, feed.id, {
        last_read_at: startedAt,
        last_error: error,
        empty_readings: feed.empty_readings + 1,
      });
      return new FeedError(error);
    }
    const merge = mergeReading(stored, file && { spans: file.spans, isPartial: file.problem !== '' }, {
      now: startedAt,
      today: todayAtProperty(startedAt),
      host: new URL(ctx.settings.appUrl).hostname,
      served: await publishedNights(tx, feed),
    });
    await writeChanges(tx, feed, merge, startedAt);
    if (file?.problem) {
      await updateFeed(tx, feed.id, {
        last_read_at: startedAt,
        last_error: file.problem,
        empty_readings: 0,
        ...noValidators,
      });
      return { isGood: false, error: file.problem, events: merge.events };
    }
    const outcome = {
      last_read_at: startedAt,
      last_good_at: startedAt,
      read_began_at: before.began_at,
      last_error: '',
      empty_readings: 0,
    };
    const content = fetched.isUnchanged
      ? undefined
      : {
          etag: fetched.etag,
          last_modified: fetched.lastModified,
          body_hash: fetched.bodyHash,
          parsed_at: startedAt,
          event_count: merge.count,
        };
    await updateFeed(tx, feed.id, { ...outcome, ...content });
    return { isGood: true, error: '', events: merge.events };
  });
  if (reading instanceof FeedError) throw reading;
  return reading;
}

/** Whether a later reading was stored first, or the feed was changed since. */
const isSuperseded = (before: FeedToRead, now: FeedRow): boolean =>
  (now.read_began_at !== null && now.read_began_at > before.began_at) ||
  now.url !== before.url ||
  now.channel !== before.channel ||
  now.end_is_last_night !== before.end_is_last_night;
