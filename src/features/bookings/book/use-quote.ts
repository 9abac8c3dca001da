import { useEffect, useRef, useState } from 'react';
import { serverNow } from '../../../shared/http/server-clock.ts';
import type { Quote, QuoteRequest } from '../quotes/contract.server.ts';
import { loadQuote, type QuoteOutcome, withoutCode } from './quote-outcome.ts';

interface QuoteState {
  /** The newest outcome; while `isBusy`, that of an earlier request. */
  outcome: QuoteOutcome | null;
  isBusy: boolean;
  /** Begins to load the price of what is about to be chosen, while the page is still being drawn. */
  expect(next: QuoteRequest): void;
  renew(): void;
}

/** Whether the price could not be loaded: the next press loads it again. */
const isFailure = (outcome: QuoteOutcome | null): boolean =>
  outcome !== null && 'rejection' in outcome && outcome.rejection.reason === undefined;

interface Settled {
  key: string | null;
  outcome: QuoteOutcome | null;
  round: number;
}

/** The price without a code that the page already has, if only the code changes. */
function currentQuote(
  { key, outcome, round }: Settled,
  request: QuoteRequest,
  next: number,
): Quote | undefined {
  if (key === null || outcome === null || !('quote' in outcome) || round !== next) return undefined;
  const priced = JSON.parse(key) as QuoteRequest;
  const isWithoutCode = priced.promoCode === undefined || outcome.promoProblem !== undefined;
  const isSameStay = JSON.stringify(withoutCode(priced)) === JSON.stringify(withoutCode(request));
  const isValid = Date.parse(outcome.quote.expiresAt) > serverNow();
  return isWithoutCode && isSameStay && isValid ? outcome.quote : undefined;
}

/** Keeps the price of a stay up to date with what is chosen. `initial` is what the page brought along. */
export function useQuote(request: QuoteRequest | null, initial: QuoteOutcome | null): QuoteState {
  const key = request ? JSON.stringify(request) : null;
  const [settled, setSettled] = useState<Settled>({ key: initial ? key : null, outcome: initial, round: 0 });
  const [round, setRound] = useState(0);
  const newest = useRef({ key: initial ? key : null, round: 0 });

  function load(nextKey: string | null) {
    if (newest.current.key === nextKey && newest.current.round === round) return;
    const current = { key: nextKey, round };
    newest.current = current;
    if (nextKey === null) return setSettled({ key: null, outcome: null, round });
    const next = JSON.parse(nextKey) as QuoteRequest;
    loadQuote(next, undefined, currentQuote(settled, next, round)).then((outcome) => {
      if (newest.current === current) setSettled({ key: nextKey, outcome, round });
    });
  }
  const renew = () => setRound((last) => last + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` has no others
  useEffect(() => load(key), [key, round]);

  return {
    outcome: key === null ? null : settled.outcome,
    isBusy: key !== null && settled.key !== key,
    expect: (next) => {
      const nextKey = JSON.stringify(next);
      if (settled.key === nextKey && isFailure(settled.outcome)) renew();
      else load(nextKey);
    },
    renew,
  };
}
