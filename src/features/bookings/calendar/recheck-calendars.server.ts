import type { Ctx } from '../../../platform/context.server.ts';
import { maxReadingAgeMs } from '../../channels/feed.ts';
import { recheckFeeds } from '../../channels/import/read-feeds.server.ts';
import { feedFreshness } from './store.server.ts';

/** Reads a home's active feeds again, 3 seconds at most. @returns whether all were read well within the last 6 hours */
export async function recheckCalendars(ctx: Ctx, propertyId: string): Promise<{ areFresh: boolean }> {
  await recheckFeeds(ctx, propertyId);
  const { count, read, oldest } = await feedFreshness(ctx.db, propertyId);
  const isFresh = oldest !== null && ctx.now().getTime() - oldest.getTime() <= maxReadingAgeMs;
  return { areFresh: count === 0 || (read === count && isFresh) };
}
