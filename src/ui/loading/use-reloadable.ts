import { useState } from 'react';
import { type AsyncResult, type Result, toResult } from '../../shared/result.ts';

/**
 * What a page has loaded, and how to load it anew.
 * @returns the newest outcome; `retry` shows it as on its way, `refresh` keeps the old one in view until then
 */
export function useReloadable<T>(from: AsyncResult<T>, ask: () => Promise<T>, fallback: string) {
  const [newest, setNewest] = useState<AsyncResult<T>>();
  return {
    current: newest ?? from,
    retry: () => setNewest(toResult(ask(), fallback)),
    refresh: async () => {
      const outcome: Result<T> = await toResult(ask(), fallback);
      setNewest(outcome);
    },
  };
}
