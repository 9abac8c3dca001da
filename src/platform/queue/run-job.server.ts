import type { Task } from 'graphile-worker';
import { failForGood } from './jobs-store.server.ts';
import type { Leases } from './leases.server.ts';

/** An error after which a job is not retried. */
export class FinalFailure extends Error {}

export function withLeaseAndTimeout(task: Task, maxJobMs: number, leases: Leases): Task {
  return async (payload, helpers) => {
    const endLease = leases.hold(helpers.job);
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new Error(`the job took longer than ${maxJobMs} ms`)),
      maxJobMs,
    );
    const { signal: abortSignal } = timeout;
    // `AbortSignal.any` would add listeners that live as long as the runner's own signal.
    const stop = () => timeout.abort(helpers.abortSignal.reason);
    if (helpers.abortSignal.aborted) stop();
    else helpers.abortSignal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([task(payload, { ...helpers, abortSignal }), aborted(abortSignal)]);
    } catch (error) {
      if (error instanceof FinalFailure) await failForGood(helpers);
      else if (helpers.abortSignal.aborted) await leases.giveBack(helpers.job);
      throw error;
    } finally {
      clearTimeout(timer);
      helpers.abortSignal.removeEventListener('abort', stop);
      endLease();
    }
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  // The task's error comes first, because it may say more.
  const end = () => setImmediate(() => reject(signal.reason));
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return promise;
}
