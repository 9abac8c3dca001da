import { useEffect, useState, useSyncExternalStore } from 'react';
import { SmallButton } from '../../../ui/small-button.tsx';
import { clearFailedLogout, hasFailedLogout, logOut } from './logout.ts';

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

/** Reports on the next page that a logout has failed, and tries again. */
export function FailedLogout() {
  const [isBusy, setBusy] = useState(false);
  return (
    <div role="alert" className="border-b border-danger/30 bg-danger/8 print:hidden">
      <div className="page-width flex flex-wrap items-center justify-between gap-3 py-3 text-danger">
        <p className="font-medium">Logging out did not work: this browser may still be signed in.</p>
        <SmallButton
          disabled={isBusy}
          onClick={() => {
            setBusy(true);
            void logOut('/');
          }}
        >
          Log out again
        </SmallButton>
      </div>
    </div>
  );
}
