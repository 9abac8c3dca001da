import { useState } from 'react';
import { type Loading, type Outcome, outcomeOf } from '../../../shared/outcome.ts';

/**
 * What a page has loaded, and how to load it anew.
 * @returns the newest outcome; `retry` shows it as on its way, `refresh` keeps the old one in view until then
 */
export function useReload<T>(from: Loading<T>, ask: () => Promise<T>, fallback: string) {
  const [newest, setNewest] = useState<Loading<T>>();
  return {
    current: newest ?? from,
    retry: () => setNewest(outcomeOf(ask(), fallback)),
    refresh: async () => {
      const outcome: Outcome<T> = await outcomeOf(ask(), fallback);
      setNewest(outcome);
    },
  };
}
