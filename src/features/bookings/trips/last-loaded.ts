import { useEffect } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';

interface Loaded {
  trip: { code: string };
}

/** Caches the last data of a page that is reloaded often: a lost response must not remove the page and what is typed there. */
export function cacheLastLoaded<Page extends Loaded>(load: (code: string) => Promise<Page>) {
  let last: Page | null = null;
  return {
    /** Loads the page's data again; returns the last data where the response is lost. */
    loadOrLast: (code: string): Promise<Page> =>
      load(code).catch((error: unknown) => {
        const isLost = error instanceof ApiError || error instanceof TypeError;
        if (isLost && last?.trip.code === code) return last;
        throw error;
      }),
    /** Called by the page with its data. */
    useLastLoaded(page: Page | null): void {
      useEffect(() => {
        last = page;
        return () => {
          last = null;
        };
      }, [page]);
    },
  };
}
