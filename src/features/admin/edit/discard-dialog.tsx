import { type Location, useBlocker } from 'react-router';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface DiscardDialogProps {
  onDiscard(): void;
  onCancel(): void;
}

/** Confirms that what was typed is thrown away. */
export function DiscardDialog({ onDiscard, onCancel }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      title="Discard your changes?"
      confirmLabel="Discard"
      isDanger
      cancelLabel="Keep editing"
      onConfirm={onDiscard}
      onCancel={onCancel}
    >
      What you have changed here is not saved yet.
    </ConfirmDialog>
  );
}

/** The screen of a URL; the order, filters and page of a list may change below a form that stays open. */
function screenKey({ pathname, search }: Location): string {
  const query = new URLSearchParams(search);
  return JSON.stringify([pathname, query.get('table'), query.get('view')]);
}

/** Asks before Back or a link leaves the screen with its form; rendered only while the form is unsaved. */
export function LeaveFormGuard({ onDiscard }: { onDiscard(): void }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => screenKey(currentLocation) !== screenKey(nextLocation),
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <DiscardDialog
      onDiscard={() => {
        blocker.proceed();
        onDiscard();
      }}
      onCancel={() => blocker.reset()}
    />
  );
}
