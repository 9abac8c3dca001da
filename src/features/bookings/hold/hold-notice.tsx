import { useEffect, useState } from 'react';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import type { StaySearch } from '../book/stay-search.ts';
import type { LiveHolds } from '../trips/contract.server.ts';
import { liveHolds } from '../trips/holds-calls.ts';

const holdCard = lazyPart(async () => (await import('./hold-card.tsx')).HoldCard);

/** A hold of this browser, of the nights in view. */
interface LiveHold {
  hold: LiveHolds['holds'][number];
  /** The moment at which the hold was read, by the server's clock. */
  readAt: string;
  reload(): Promise<void>;
}

/** Says that this browser holds the stay in view; most browsers load nothing for it. */
export const HoldNotice = ({ hold, readAt, reload }: LiveHold) => (
  <LazyHydration part={holdCard}>
    {(HoldCard) => <HoldCard key={hold.code} hold={hold} readAt={readAt} onReleased={reload} />}
  </LazyHydration>
);

/**
 * The hold of the stay in view, read again where the browser shows the page as it was left.
 * @param initial what this browser held when the page was loaded; `null` where it did not load them
 */
export function useLiveHold(initial: LiveHolds | null, search: StaySearch): LiveHold | null {
  const [holds, setHolds] = useState(initial);
  const [loaded, setLoaded] = useState(initial);
  if (loaded !== initial) {
    setLoaded(initial);
    setHolds(initial);
  }
  const reload = async () => {
    await liveHolds.list({}).then(setHolds, () => {});
  };
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) =>
      event.persisted && void liveHolds.list({}).then(setHolds);
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);
  const hold = holds?.holds.find(
    ({ property, checkin, checkout }) =>
      property.slug === search.property && checkin === search.checkin && checkout === search.checkout,
  );
  return holds && hold ? { hold, readAt: holds.now, reload } : null;
}
