import { runBookings } from '../../src/features/bookings/run-bookings.server.ts';
import { readAllFeeds } from '../../src/features/channels/import/read-feeds.server.ts';
import { findConflicts } from '../../src/features/hosting/conflicts/find-conflicts.server.ts';
import { reconcilePayments } from '../../src/features/payments/reconcile-payments.server.ts';
import type { World } from './world.ts';

/** The jobs, each once. */
export async function runJobs({ ctx }: World): Promise<void> {
  await readAllFeeds(ctx);
  await runBookings(ctx);
  await reconcilePayments(ctx);
  await findConflicts(ctx);
}

/** The card provider lists its events for 30 days, and no site stands still for longer. */
const maxMinutesWithoutJobs = 29.5 * 1_440;

export async function wait(world: World, { minutes }: { minutes: number }): Promise<void> {
  for (let left = minutes; left > 0; left -= maxMinutesWithoutJobs) {
    world.passTime(Math.min(left, maxMinutesWithoutJobs));
    await runJobs(world);
  }
}

/** Longer than any page, hold and request lives. */
const minutesToEnd = 25 * 60;

/** Waits until nothing is pending: banks decide, holds and requests end, pages close, and the jobs have run. */
export async function waitForEnd(world: World, daysAtEnd: number): Promise<void> {
  for (const { sessionId } of world.provider.delayed()) world.provider.settle(sessionId, false);
  await wait(world, { minutes: daysAtEnd * 1_440 + minutesToEnd });
  await wait(world, { minutes: 40 });
}
