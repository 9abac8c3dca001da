import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { AsyncResult } from '../../../shared/result.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import type { AdminStatus } from '../contract.server.ts';
import { confirmWithPasskey, isDismissed } from './client-flow.ts';

const failed = 'That did not work. Please try again, or log out and sign in anew.';

/** Asks an administrator with an old session to confirm it; renders nothing for others. */
export function Reauthenticate({ adminStatus }: { adminStatus: AsyncResult<AdminStatus> }) {
  return (
    <AsyncContent from={adminStatus} pending={null} failed={() => null}>
      {({ needsReauthentication }) => needsReauthentication && <Confirmation />}
    </AsyncContent>
  );
}

function Confirmation() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  async function confirm() {
    setBusy(true);
    setFailure('');
    try {
      await confirmWithPasskey();
      window.location.reload();
    } catch (error) {
      if (!isDismissed(error)) setFailure(failed);
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-4 rounded-3xl bg-peach p-6 sm:px-9">
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between">
        <p className="font-medium text-ink">Please confirm with your passkey to go on.</p>
        <Button disabled={busy} onClick={() => void confirm()} className="shrink-0">
          <KeyRound aria-hidden="true" className="size-4.5" />
          Confirm with passkey
        </Button>
      </div>
      {failure && <ErrorAlert>{failure}</ErrorAlert>}
    </div>
  );
}
