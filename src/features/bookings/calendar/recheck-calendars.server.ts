import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx } from '../../../platform/context.server.ts';
import { maxReadingAgeMs } from '../../channels/feed.ts';
import { recheckFeeds } from '../../channels/import/read-feeds.server.ts';
import { claimRecheck, deleteRecheck, endRecheck, recheckState } from './recheck-store.server.ts';
import { feedFreshness } from './store.server.ts';

/** Channels reject clients that read more often. */
const minReadingMs = 10_000;
/** The longest wait for a concurrent reading, whose process may have died. */
const maxWaitMs = 3_000;
const pollMs = 100;

/** Reads a home's feeds, or waits for the reading of less than 10 seconds ago, in whichever process it is. */
async function readOnce(ctx: Ctx, propertyId: string): Promise<void> {
  const startedAt = ctx.now();
  if (!(await claimRecheck(ctx.db, { propertyId, startedAt, minReadingMs }))) {
    if ((await waitForReading(ctx, propertyId)) === 'broken_off') await readOnce(ctx, propertyId);
    return;
  }
  try {
    await recheckFeeds(ctx, propertyId);
  } catch (error) {
    await deleteRecheck(ctx.db, { propertyId, startedAt });
    throw error;
  }
  await endRecheck(ctx.db, { propertyId, startedAt, endedAt: ctx.now() });
}

async function waitForReading({ db }: Ctx, propertyId: string): Promise<'over' | 'broken_off'> {
  const deadline = performance.now() + maxWaitMs;
  for (;;) {
    const state = await recheckState(db, propertyId);
    if (state === 'none') return 'broken_off';
    if (state === 'ended' || performance.now() >= deadline) return 'over';
    await pause(pollMs);
  }
}

/**
 * Reads a home's active feeds again, at most once in 10 seconds and for 3 seconds.
 * @returns whether all have been read within the last 6 hours, with a margin
 */
export async function recheckCalendars(ctx: Ctx, propertyId: string): Promise<{ areFresh: boolean }> {
  if ((await feedFreshness(ctx.db, propertyId)).count === 0) return { areFresh: true };
  await readOnce(ctx, propertyId);
  const { count, read, oldest } = await feedFreshness(ctx.db, propertyId);
  const isFresh = oldest !== null && ctx.now().getTime() - oldest.getTime() <= maxReadingAgeMs;
  return { areFresh: count === 0 || (read === count && isFresh) };
}
