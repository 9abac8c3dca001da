import { useEffect, useState } from 'react';
import { type ReferenceOption, searchRows } from './row-labels.ts';

/** How long somebody may pause while typing before the search begins, in milliseconds. */
const pauseMs = 200;

/**
 * The rows of a table whose names hold what is typed, once typing pauses; at once for an empty text.
 * @param typed `null` asks for nothing
 * @returns `options` is `null` until an answer arrived, `at` the place of the one the keys stand on
 */
export function useReferenceChoices(table: string, typed: string | null) {
  const [options, setOptions] = useState<ReferenceOption[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [at, setAt] = useState(0);

  useEffect(() => {
    if (typed === null) return;
    const ends = new AbortController();
    const timer = setTimeout(
      () => {
        searchRows(table, typed, ends.signal).then(
          (found) => {
            setOptions(found);
            setFailed(false);
            setAt(0);
          },
          () => !ends.signal.aborted && setFailed(true),
        );
      },
      typed ? pauseMs : 0,
    );
    return () => {
      clearTimeout(timer);
      ends.abort();
    };
  }, [table, typed]);

  /** Goes to the next one, or with -1 to the one before, round the ends. */
  function step(by: 1 | -1): void {
    const count = options?.length ?? 0;
    if (count > 0) setAt((at + by + count) % count);
  }
  return { options, failed, at, setAt, step, forget: () => setOptions(null) };
}
