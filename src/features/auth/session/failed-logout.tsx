import { useEffect, useSyncExternalStore } from 'react';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import { clearFailedLogout, hasFailedLogout } from './logout-failure.ts';

const subscribe = () => () => {};

/** Whether a logout has failed and its user is still signed in. */
export function useFailedLogout(isSignedIn: boolean): boolean {
  const failed = useSyncExternalStore(subscribe, hasFailedLogout, () => false);
  useEffect(() => {
    // The session ended although its response was lost.
    if (!isSignedIn) clearFailedLogout();
  }, [isSignedIn]);
  return failed && isSignedIn;
}

const notice = lazyPart(async () => (await import('./failed-logout-notice.tsx')).FailedLogoutNotice);

/** Reports on the next page that a logout has failed; every page would carry the notice, which hardly anybody sees. */
export const FailedLogout = () => (
  <LazyHydration part={notice}>{(FailedLogoutNotice) => <FailedLogoutNotice />}</LazyHydration>
);
