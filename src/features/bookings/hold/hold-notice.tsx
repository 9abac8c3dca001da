import { useEffect, useState } from 'react';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import type { StaySearch } from '../book/stay-search.ts';
import type { LiveHolds } from '../trips/contract.server.ts';
import { liveHolds } from '../trips/holds-calls.ts';

const holdCard = lazyPart(async () => (await import('./hold-card.tsx')).HoldCard);

interface HoldNoticeProps {
  /** What this browser held when the page was loaded; `null` where it did not load them. */
  initial: LiveHolds | null;
  search: StaySearch;
}

/** Says that this browser holds the stay in view, if it does; most browsers load nothing for it. */
export function HoldNotice({ initial, search }: HoldNoticeProps) {
  const { holds, reload } = useHolds(initial);
  const hold = holds?.holds.find(
    ({ property, checkin, checkout }) =>
      property.slug === search.property && checkin === search.checkin && checkout === search.checkout,
  );
  if (!holds || !hold) return null;
  return (
    <LazyHydration part={holdCard}>
      {(HoldCard) => <HoldCard key={hold.code} hold={hold} readAt={holds.now} onReleased={reload} />}
    </LazyHydration>
  );
}

/** The holds, read again where the browser shows the page as it was left. */
function useHolds(initial: LiveHolds | null) {
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
  return { holds, reload };
}
