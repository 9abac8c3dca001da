import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { Alert } from '../../../ui/alert.tsx';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import { bookPath, isDated, type StaySearch } from '../book/stay-search.ts';
import type { LiveHolds } from '../trips/contract.server.ts';
import { liveHolds } from '../trips/holds-calls.ts';
import type { EndedHold } from './hold-card.tsx';

const holdCard = lazyPart(async () => (await import('./hold-card.tsx')).HoldCard);

interface HoldNoticeProps {
  live: LiveHoldsOfBrowser;
  search: StaySearch;
  className?: string;
}

/** Says that this browser holds the stay in view, or how that ended; most browsers load nothing for it. */
export function HoldNotice({ live, search, className }: HoldNoticeProps) {
  const { loaded, reload } = live;
  const hold = findHold(live, search);
  const at = bookPath(search);
  const [ended, setEnded] = useState<(EndedHold & { at: string }) | null>(null);
  if (!hold || !loaded) return ended?.at === at && <EndedNotice {...ended} className={className} />;
  return (
    <LazyHydration part={holdCard} className={className}>
      {(HoldCard) => (
        <HoldCard
          key={hold.code}
          hold={hold}
          readAt={loaded.now}
          isNamed={search.property === undefined}
          onEnd={(how) => {
            setEnded({ ...how, at });
            return reload();
          }}
        />
      )}
    </LazyHydration>
  );
}

/** Takes the place of the hold, and the focus of its button. */
function EndedNotice({ message, isFailure, className = '' }: EndedHold & { className?: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className={`outline-none ${className}`}>
      <Alert failed={isFailure}>{message}</Alert>
    </div>
  );
}

/** Loads what this browser holds, once there are dates: a page without them is the same for everybody. */
export const loadLiveHolds = async (search: StaySearch, fetch?: Fetch): Promise<LiveHolds | null> =>
  isDated(search) ? liveHolds.list({ fetch }).catch(() => null) : null;

/** What this browser holds. */
export interface LiveHoldsOfBrowser {
  /** `null` where the holds were not loaded. */
  loaded: LiveHolds | null;
  reload(): Promise<void>;
}

/**
 * The holds of this browser, read again where it shows the page as it was left.
 * @param initial what this browser held when the page was loaded; `null` where it did not load them
 */
export function useLiveHolds(initial: LiveHolds | null): LiveHoldsOfBrowser {
  const [holds, setHolds] = useState(initial);
  const [loaded, setLoaded] = useState(initial);
  if (loaded !== initial) {
    setLoaded(initial);
    setHolds(initial);
  }
  // What was read last stays where the response is lost.
  const reload = useCallback(() => liveHolds.list({}).then(setHolds, () => {}), []);
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && void reload();
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [reload]);
  return { loaded: holds, reload };
}

/** The hold of the stay in view; of a search without a home, the latest one in any home. */
export const findHold = ({ loaded }: LiveHoldsOfBrowser, search: StaySearch) =>
  loaded?.holds.find(
    ({ property, checkin, checkout }) =>
      (search.property === undefined || search.property === property.slug) &&
      search.checkin === checkin &&
      search.checkout === checkout,
  ) ?? null;

const noHolds: LiveHolds['holds'] = [];

/** All nights that this browser holds, which it may choose again; the same list until they change. */
export const ownHolds = (loaded: LiveHolds | null): LiveHolds['holds'] => loaded?.holds ?? noHolds;
