import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type pg from 'pg';

/** One in so many of a pool's connections may be reserved at a time, for an export, a backup or its proof. */
const poolShare = 4;

/** The most connections of a pool that are reserved at a time; one at least, however small the pool is. */
export const maxReserved = (poolSize: number): number => Math.max(1, Math.floor(poolSize / poolShare));

const limits = new WeakMap<pg.Pool, LimitFunction>();

function limiterFor(pool: pg.Pool): LimitFunction {
  const limit = limits.get(pool) ?? pLimit(maxReserved(pool.options.max));
  limits.set(pool, limit);
  return limit;
}

/** Whether a connection can be reserved without waiting for a reserved one. */
export function canReserve(pool: pg.Pool): boolean {
  const { activeCount, pendingCount, concurrency } = limiterFor(pool);
  return activeCount + pendingCount < concurrency;
}

/**
 * Makes the pool one connection smaller, so that its caller may open one of its own: a process then never holds more than
 * `POOL_SIZE`. Waits while as many are reserved as may be.
 * @returns gives the connection back to the pool; call it once, after one's own is closed
 * @throws Error when the pool has no connection free within its timeout, or once `signal` is aborted
 */
export async function reserveConnection(pool: pg.Pool, signal?: AbortSignal): Promise<() => void> {
  const entered = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  void limiterFor(pool)(() => {
    entered.resolve();
    return released.promise;
  });
  await entered.promise;
  try {
    signal?.throwIfAborted();
    await shrink(pool);
  } catch (error) {
    released.resolve();
    throw error;
  }
  return () => {
    pool.options.max += 1;
    released.resolve();
    // The pool sees that it has room again when a connection comes back to it.
    if (pool.waitingCount > 0)
      pool.connect().then(
        (client) => client.release(),
        () => {},
      );
  };
}

/** The longest wait for the database to close a connection. */
const closeMs = 3_000;

async function shrink(pool: pg.Pool): Promise<void> {
  if (pool.totalCount < pool.options.max) {
    pool.options.max -= 1;
    return;
  }
  const client = await pool.connect();
  pool.options.max -= 1;
  const closed = once(client, 'end');
  client.release(true);
  await Promise.race([closed, sleep(closeMs, undefined, { ref: false })]);
}
