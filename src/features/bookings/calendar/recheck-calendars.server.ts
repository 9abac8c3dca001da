import type { Ctx } from '../../../platform/context.server.ts';
import { maxReadingAgeMs } from '../../channels/feed.ts';
import { recheckFeeds } from '../../channels/import/read-feeds.server.ts';
import { feedFreshness } from './store.server.ts';

/** Channels turn readers away that come more often. */
const minReadingMs = 10_000;

/** The last reading of each home for a booking or payment, in this process; it may be under way. */
const readings = new Map<string, { startedAt: number; done: Promise<void> }>();

function readOnce(ctx: Ctx, propertyId: string): Promise<void> {
  const startedAt = ctx.now().getTime();
  const last = readings.get(propertyId);
  const ageMs = startedAt - (last?.startedAt ?? Number.NEGATIVE_INFINITY);
  if (last && ageMs >= 0 && ageMs < minReadingMs) return last.done;
  const done = recheckFeeds(ctx, propertyId);
  readings.set(propertyId, { startedAt, done });
  // One that broke off is no reading.
  done.catch(() => readings.delete(propertyId));
  return done;
}

/** Reads a home's active feeds again, 3 seconds at most, and once in 10 seconds. @returns whether all were read well within the last 6 hours */
export async function recheckCalendars(ctx: Ctx, propertyId: string): Promise<{ areFresh: boolean }> {
  await readOnce(ctx, propertyId);
  const { count, read, oldest } = await feedFreshness(ctx.db, propertyId);
  const isFresh = oldest !== null && ctx.now().getTime() - oldest.getTime() <= maxReadingAgeMs;
  return { areFresh: count === 0 || (read === count && isFresh) };
}
