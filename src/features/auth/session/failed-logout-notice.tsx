import { useState } from 'react';
import { SmallButton } from '../../../ui/small-button.tsx';
import { logOut } from './logout.ts';

/** The message that a logout has failed, with a button that tries again. */
export function FailedLogoutNotice() {
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
