import { Download } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { TitledPanel } from '../../../ui/titled-panel.tsx';
import { ownAccount, personalDataUrl } from '../calls.ts';

export function PrivacySection() {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <TitledPanel
      id="your-data"
      title="Your data"
      lead="Take everything we know of you along, or leave us for good."
    >
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <a href={personalDataUrl} download="my-data.json" className={buttonClass('quiet')}>
          <Download aria-hidden="true" className="size-4.5" />
          Download my data
        </a>
        <Button variant="quiet" onClick={() => setDeleting(true)} className="text-danger hover:border-danger">
          Delete my account
        </Button>
      </div>
      {isDeleting && <DeleteAccountDialog close={() => setDeleting(false)} />}
    </TitledPanel>
  );
}

const failed = 'Your account could not be deleted. Please try again.';

/** Messages by status: 401 without a session, 403 if the passkey was not used recently. */
const failures: Record<number, string> = {
  401: 'You are signed out by now. Please sign in again first.',
  403: 'Please confirm with your passkey first, at the top of this page.',
};
const failureText = (error: unknown): string =>
  (error instanceof ApiError && failures[error.status]) || failed;

function DeleteAccountDialog({ close }: { close(): void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  async function remove() {
    setBusy(true);
    setFailure('');
    try {
      await ownAccount.delete();
      window.location.assign('/');
    } catch (error) {
      setBusy(false);
      setFailure(failureText(error));
    }
  }

  return (
    <Dialog
      title="Delete your account?"
      size="small"
      onClose={() => !busy && close()}
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={close} data-autofocus>
            Keep my account
          </Button>
          <Button variant="danger" disabled={busy} onClick={() => void remove()}>
            {busy ? 'Deleting…' : 'Yes, delete it'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-slate">
          Your account, your passkeys and all your sessions are removed at once. What you have paid stays in
          our books as the law asks, without your name. This cannot be undone.
        </p>
        <p className="text-slate">
          A stay that renews each month goes on being charged until you ask us to end it: please write or call
          us first.
        </p>
        {failure && <ErrorAlert>{failure}</ErrorAlert>}
      </div>
    </Dialog>
  );
}
