import { useEffect, useRef, useState } from 'react';
import type { QuoteRequest } from './quote.ts';
import { loadQuote, type QuoteOutcome } from './quote-outcome.ts';

interface QuoteState {
  /** The newest outcome; of an earlier request while `isBusy`. */
  outcome: QuoteOutcome | null;
  isBusy: boolean;
  renew(): void;
  /** Loads a price already while the page that needs it is drawn. */
  prepare(request: QuoteRequest): void;
}

/** Keeps the price of a stay up to date with what is chosen. `initial` is what the page brought along. */
export function useQuote(request: QuoteRequest | null, initial: QuoteOutcome | null): QuoteState {
  const key = request ? JSON.stringify(request) : null;
  const [settled, setSettled] = useState({ key: initial ? key : null, outcome: initial });
  const [round, setRound] = useState(0);
  const prepared = useRef<{ key: string; outcome: Promise<QuoteOutcome> } | null>(null);
  const newest = useRef({ key: initial ? key : null, round: 0 });

  useEffect(() => {
    if (newest.current.key === key && newest.current.round === round) return;
    const load = { key, round };
    newest.current = load;
    if (key === null) return setSettled({ key: null, outcome: null });
    const early = prepared.current?.key === key ? prepared.current.outcome : null;
    prepared.current = null;
    (early ?? loadQuote(JSON.parse(key) as QuoteRequest)).then((outcome) => {
      if (newest.current === load) setSettled({ key, outcome });
    });
  }, [key, round]);

  return {
    outcome: key === null ? null : settled.outcome,
    isBusy: key !== null && settled.key !== key,
    renew: () => setRound((last) => last + 1),
    prepare: (next) => {
      const nextKey = JSON.stringify(next);
      if (nextKey !== newest.current.key) prepared.current = { key: nextKey, outcome: loadQuote(next) };
    },
  };
}
