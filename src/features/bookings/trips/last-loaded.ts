import { useEffect } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';

interface Loaded {
  trip: { code: string };
}

/** For a page of one booking that is loaded again and again: a lost response must not take it, and what is typed there, away. */
export function cacheLastLoaded<Page extends Loaded>(load: (code: string) => Promise<Page>) {
  let last: Page | null = null;
  return {
    /** What is loaded anew, or else what the page shows. */
    loadOrLast: (code: string): Promise<Page> =>
      load(code).catch((error: unknown) => {
        const isLost = error instanceof ApiError || error instanceof TypeError;
        if (isLost && last?.trip.code === code) return last;
        throw error;
      }),
    /** Called by the page with what it shows. */
    useLastLoaded(shown: Page | null): void {
      useEffect(() => {
        last = shown;
        return () => {
          last = null;
        };
      }, [shown]);
    },
  };
}
