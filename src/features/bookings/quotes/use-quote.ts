import { useEffect, useRef, useState } from 'react';
import type { QuoteRequest } from './quote.ts';
import { loadQuote, type QuoteOutcome } from './quote-outcome.ts';

interface QuoteState {
  /** The newest outcome; of an earlier request while `isBusy`. */
  outcome: QuoteOutcome | null;
  isBusy: boolean;
  renew(): void;
  /** Asks for a price that is about to be wanted, while the address is still changing. */
  prepare(request: QuoteRequest): void;
}

/** Keeps the price of a stay up to date with what is chosen. `initial` is what the page brought along. */
export function useQuote(request: QuoteRequest | null, initial: QuoteOutcome | null): QuoteState {
  const wanted = request ? JSON.stringify(request) : null;
  const [settled, setSettled] = useState({ wanted: initial ? wanted : null, outcome: initial });
  const [round, setRound] = useState(0);
  const prepared = useRef<{ wanted: string; outcome: Promise<QuoteOutcome> } | null>(null);
  const loaded = useRef({ wanted: initial ? wanted : null, round: 0 });

  useEffect(() => {
    if (loaded.current.wanted === wanted && loaded.current.round === round) return;
    loaded.current = { wanted, round };
    if (wanted === null) return setSettled({ wanted: null, outcome: null });
    const early = prepared.current?.wanted === wanted ? prepared.current.outcome : null;
    prepared.current = null;
    (early ?? loadQuote(JSON.parse(wanted) as QuoteRequest)).then((outcome) => {
      const { wanted: newest, round: newestRound } = loaded.current;
      if (newest === wanted && newestRound === round) setSettled({ wanted, outcome });
    });
  }, [wanted, round]);

  return {
    outcome: wanted === null ? null : settled.outcome,
    isBusy: wanted !== null && settled.wanted !== wanted,
    renew: () => setRound((last) => last + 1),
    prepare: (next) => {
      const text = JSON.stringify(next);
      if (text !== loaded.current.wanted) prepared.current = { wanted: text, outcome: loadQuote(next) };
    },
  };
}
