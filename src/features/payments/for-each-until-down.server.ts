import type { Ctx } from '../../platform/context.server.ts';
import { isStripeDown } from '../../platform/stripe-call.server.ts';

/** So many failures in a row mean that the provider is down; fewer, that it cannot handle one object. */
const maxFailuresInRow = 3;

/**
 * @returns `stopped` when the provider went down or time was up: the rest waits for the next run; `some_failed` when it could
 * not handle some, and the others are done
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
    const isUp = await runUnlessDown(ctx, () => act(item));
    inRow = isUp ? 0 : inRow + 1;
    if (!isUp) failures += 1;
  }
  return failures === 0 ? 'done' : 'some_failed';
}

/** Logs a failure of the action, so that others go on. @returns whether the provider was up */
export async function runUnlessDown(ctx: Ctx, act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
  } catch (error) {
    if (isStripeDown(error)) {
      ctx.log.warn({ err: error }, 'the card provider is down; retrying later');
      return false;
    }
    ctx.log.error({ err: error }, 'reconcile failed');
  }
  return true;
}
