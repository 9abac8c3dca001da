import { isDatabaseUnavailable } from '../../db/client.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { isStripeDown } from '../../platform/stripe-call.server.ts';
import { AppError } from '../../shared/errors.ts';

/** The number of successive failures that mean that the provider or the database is down, not just one object broken. */
const maxFailuresInRow = 3;

/**
 * Calls `act` for each item until the provider or the database is down.
 * @returns `stopped` when it was down or the signal came: the rest waits for the next run; `some_failed` when some need a retry
 */
export async function forEachUntilDown<Item>(
  ctx: Ctx,
  items: Item[],
  act: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<'done' | 'some_failed' | 'stopped'> {
  let failures = 0;
  let inRow = 0;
  for (const item of items) {
    if (signal?.aborted || inRow >= maxFailuresInRow) return 'stopped';
    const end = await runUnlessDown(ctx, () => act(item));
    inRow = end === 'down' ? inRow + 1 : 0;
    if (end !== 'ended') failures += 1;
  }
  return failures === 0 ? 'done' : 'some_failed';
}

/**
 * Logs a failure instead of throwing it, so that the caller can go on.
 * @returns `ended` also for a failure that a retry would repeat; `unavailable` when only this object needs a retry
 */
export async function runUnlessDown(
  ctx: Ctx,
  act: () => Promise<void>,
): Promise<'ended' | 'unavailable' | 'down'> {
  try {
    await act();
  } catch (error) {
    if (isStripeDown(error) || (error instanceof Error && isDatabaseUnavailable(error))) {
      ctx.log.warn({ err: error }, 'the card provider or the database is down; retrying later');
      return 'down';
    }
    ctx.log.error({ err: error }, 'reconcile failed');
    if (error instanceof AppError && error.code === 'unavailable') return 'unavailable';
  }
  return 'ended';
}
