import { AppError } from '../../../shared/errors.ts';

/**
 * Lets so many pieces of work run at once, and so many more wait for their turn.
 * @param refusal what one more is told
 */
export function createTurns(atOnce: number, waitingAtMost: number, refusal: string) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    /** @throws AppError `unavailable` when too many wait already */
    async take<T>(work: () => Promise<T>): Promise<T> {
      if (running >= atOnce) {
        if (waiting.length >= waitingAtMost) {
          throw new AppError('unavailable', refusal, { retryAfterSeconds: 10 });
        }
        await new Promise<void>((start) => waiting.push(start));
      } else running += 1;
      try {
        return await work();
      } finally {
        // Whoever waited takes over the place; it is never free in between.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

/** One process receives three uploads at a time; a host who drops forty pictures has them taken one after another. */
export const uploadTurns = createTurns(3, 40, 'Many uploads are under way. Please try again in a moment.');
