import pLimit from 'p-limit';
import { AppError } from '../../../shared/errors.ts';

/** Limits how many tasks run concurrently. @returns runs a task; throws AppError `unavailable` with `message` when too many wait */
export function createQueue(concurrency: number, maxWaiting: number, message: string) {
  const limit = pLimit(concurrency);
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxWaiting)
      throw new AppError('unavailable', message, { retryAfterSeconds: 10 });
    return limit(task);
  };
}

/** One process receives three uploads at a time; a host who drops forty images has them taken one after another. */
export const inUploadQueue = createQueue(3, 40, 'Many uploads are under way. Please try again in a moment.');
