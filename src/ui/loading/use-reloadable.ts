import { useState } from 'react';
import { type AsyncResult, type Result, toResult } from '../../shared/result.ts';

/** The loaded result with functions to load it again: `retry` shows it as pending, `refresh` shows the old one until then. */
export function useReloadable<T>(from: AsyncResult<T>, load: () => Promise<T>, fallback: string) {
  const [newest, setNewest] = useState<AsyncResult<T>>();
  return {
    current: newest ?? from,
    retry: () => setNewest(toResult(load(), fallback)),
    refresh: async () => {
      const outcome: Result<T> = await toResult(load(), fallback);
      setNewest(outcome);
    },
  };
}
