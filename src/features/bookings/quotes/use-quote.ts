import { useEffect, useRef, useState } from 'react';
import type { QuoteRequest } from './quote.ts';
import { loadQuote, type QuoteOutcome } from './quote-outcome.ts';

interface QuoteState {
  /** The newest outcome; of an earlier request while `isBusy`. */
  outcome: QuoteOutcome | null;
  isBusy: boolean;
  renew(): void;
}

/** Keeps the price of a stay up to date with what is chosen. `initial` is what the page brought along. */
export function useQuote(request: QuoteRequest | null, initial: QuoteOutcome | null): QuoteState {
  const key = request ? JSON.stringify(request) : null;
  const [settled, setSettled] = useState({ key: initial ? key : null, outcome: initial });
  const [round, setRound] = useState(0);
  const newest = useRef({ key: initial ? key : null, round: 0 });

  useEffect(() => {
    if (newest.current.key === key && newest.current.round === round) return;
    const load = { key, round };
    newest.current = load;
    if (key === null) return setSettled({ key: null, outcome: null });
    loadQuote(JSON.parse(key) as QuoteRequest).then((outcome) => {
      if (newest.current === load) setSettled({ key, outcome });
    });
  }, [key, round]);

  return {
    outcome: key === null ? null : settled.outcome,
    isBusy: key !== null && settled.key !== key,
    renew: () => setRound((last) => last + 1),
  };
}
