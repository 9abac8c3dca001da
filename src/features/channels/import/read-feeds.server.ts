import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { CalendarReading } from '../feed.ts';
import { readFeed } from './read-feed.server.ts';
import type { ParsePriority } from './run-parser.server.ts';
import { activeFeedIds } from './store.server.ts';

const concurrency = 6;
/** How long a guest waits for other channels before the payment page. */
export const recheckMs = 3_000;
/** How long a host waits for a feed that they read now. */
const maxReadMs = 13_000;

interface Slot {
  current: Promise<CalendarReading>;
  startedAt: number;
  next?: Promise<CalendarReading>;
}

/** Readings that this process makes now, by feed; urgent ones apart, so that no guest waits for a timed one. */
const slotsByUrgency: Record<ParsePriority, Map<string, Slot>> = { timed: new Map(), urgent: new Map() };

/** Whether a reading takes longer than a guest waits for the payment page. */
const isLate = ({ startedAt }: Slot): boolean => performance.now() - startedAt > recheckMs;

/** Reads a feed. Concurrent callers with the same urgency share the next reading, unless the present one is late. */
function readShared(ctx: Ctx, feedId: string, urgency: ParsePriority): Promise<CalendarReading> {
  const slot = slotsByUrgency[urgency].get(feedId);
  if (!slot || (urgency === 'urgent' && isLate(slot))) return start(ctx, feedId, urgency);
  slot.next ??= slot.current.then(
    () => start(ctx, feedId, urgency),
    () => start(ctx, feedId, urgency),
  );
  return slot.next;
}

function start(ctx: Ctx, feedId: string, urgency: ParsePriority): Promise<CalendarReading> {
  const slots = slotsByUrgency[urgency];
  const slot: Slot = { current: readFeed(ctx, feedId, urgency), startedAt: performance.now() };
  slots.set(feedId, slot);
  const end = () => {
    if (slots.get(feedId) === slot && !slot.next) slots.delete(feedId);
  };
  slot.current.then(end, end);
  return slot.current;
}

/** Reads every active feed; one that fails or hangs delays others by its own timeout at most. */
export async function readAllFeeds(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const limit = pLimit(concurrency);
  const ids = await activeFeedIds(ctx.db, null);
  await Promise.all(
    ids.map((id) =>
      limit(async () => {
        if (signal?.aborted) return;
        await readShared(ctx, id, 'timed').catch((err: unknown) => logFailure(ctx, id, err));
      }),
    ),
  );
}

/** Reads all active feeds of a home, and waits 3 seconds at most; slower ones are stored when they are done. */
export async function recheckFeeds(ctx: Ctx, propertyId: string): Promise<void> {
  const ids = await activeFeedIds(ctx.db, propertyId);
  if (ids.length === 0) return;
  const all = Promise.all(
    ids.map((id) => readShared(ctx, id, 'urgent').catch((err: unknown) => logFailure(ctx, id, err))),
  );
  await within(recheckMs, all);
}

export async function readFeedNow(ctx: Ctx, feedId: string): Promise<CalendarReading> {
  const read = readShared(ctx, feedId, 'urgent').catch((err: unknown): CalendarReading => {
    if (err instanceof AppError) throw err;
    logFailure(ctx, feedId, err);
    return { isGood: false, error: 'The calendar could not be stored just now.', events: [] };
  });
  const slow = {
    isGood: false,
    error: 'The calendar is still being read. Please look again soon.',
    events: [],
  };
  return (await within(maxReadMs, read)) ?? slow;
}

async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value | undefined> {
  const stop = new AbortController();
  const late = pause(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    stop.abort();
  }
}

function logFailure({ log }: Ctx, feedId: string, err: unknown): void {
  // The feed was deleted while it was queued.
  if (err instanceof AppError) return;
  log.error({ err, event: 'feed-reading-failed', feedId }, 'a calendar feed could not be read');
}
