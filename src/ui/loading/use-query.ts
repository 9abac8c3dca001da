import { useEffect, useEffectEvent, useState } from 'react';

interface Known<T> {
  /** The question that was answered last. */
  question: string;
  value?: T;
  failure?: Error;
}

/** An answer and how to renew it. */
export interface Answer<T> {
  /** The last answer, perhaps to the question before. */
  value: T | undefined;
  /** Why the present question has no answer. */
  failure: Error | undefined;
  /** Whether the present question is still open. */
  busy: boolean;
  /** Asks anew and keeps the old answer in view. */
  refresh(): void;
  /** Asks anew after a failure. */
  retry(): void;
  /** Changes the answer in view, for what is known before it is asked. */
  change(change: (value: T) => T): void;
}

/** Asks when the question changes; the newest question wins, and older ones are ended. */
export function useQuery<T>(question: string, ask: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [known, setKnown] = useState<Known<T>>({ question: '' });
  const [round, setRound] = useState(0);
  const askNow = useEffectEvent(ask);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks the same question again
  useEffect(() => {
    const ends = new AbortController();
    askNow(ends.signal).then(
      (value) => {
        if (!ends.signal.aborted) setKnown({ question, value });
      },
      (failure: unknown) => {
        if (ends.signal.aborted) return;
        const error = failure instanceof Error ? failure : new Error(String(failure));
        setKnown(({ value }) => ({ question, value, failure: error }));
      },
    );
    return () => ends.abort();
  }, [question, round]);

  return {
    value: known.value,
    failure: known.question === question ? known.failure : undefined,
    busy: known.question !== question,
    refresh: () => setRound((last) => last + 1),
    retry: () => {
      setKnown(({ value }) => ({ question: '', value }));
      setRound((last) => last + 1);
    },
    change: (change) =>
      setKnown((last) => (last.value === undefined ? last : { ...last, value: change(last.value) })),
  };
}
