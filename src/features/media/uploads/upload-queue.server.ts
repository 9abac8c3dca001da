import pLimit from 'p-limit';
import { AppError } from '../../../shared/errors.ts';

/**
 * Limits how many tasks run concurrently.
 * @returns a function that runs a task. It throws AppError `unavailable` with `message` if too many tasks wait, and removes a
 *   task whose signal is aborted from the queue
 */
export function createQueue(concurrency: number, maxWaiting: number, message: string) {
  const limit = pLimit(concurrency);
  let pending = 0;
  return async <T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const unavailable = (cause?: unknown) =>
      new AppError('unavailable', message, { retryAfterSeconds: 10, cause });
    if (signal?.aborted || pending >= concurrency + maxWaiting) throw unavailable(signal?.reason);
    const place = { isFree: false };
    const free = () => {
      if (!place.isFree) pending -= 1;
      place.isFree = true;
    };
    pending += 1;
    signal?.addEventListener('abort', free, { once: true });
    try {
      return await limit(() => {
        signal?.removeEventListener('abort', free);
        if (signal?.aborted) throw unavailable(signal.reason);
        return task();
      });
    } finally {
      free();
    }
  };
}

/** One process receives three uploads at a time; a host who drops forty images has them taken one after another. */
export const inUploadQueue = createQueue(3, 40, 'Many uploads are under way. Please try again in a moment.');
