import type { RefObject } from 'react';
import { type Location, useBlocker } from 'react-router';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface DiscardDialogProps {
  onDiscard(): void;
  onCancel(): void;
}

/** Confirms that what was typed is thrown away. */
function DiscardDialog({ onDiscard, onCancel }: DiscardDialogProps) {
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

interface LeaveFormGuardProps extends DiscardDialogProps {
  /** Whether the form itself is to be closed. */
  isClosing: boolean;
  /** It is read on leaving, so that saving can navigate at once. */
  isSaved: RefObject<boolean>;
}

/**
 * Asks before the form is closed, or before Back or a link leaves the screen with it; rendered only while the form is
 * unsaved.
 */
export function LeaveFormGuard({ isClosing, isSaved, onDiscard, onCancel }: LeaveFormGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isSaved.current && screenKey(currentLocation) !== screenKey(nextLocation),
  );
  if (!isClosing && blocker.state !== 'blocked') return null;
  return (
    <DiscardDialog
      onDiscard={() => {
        if (blocker.state === 'blocked') blocker.proceed();
        onDiscard();
      }}
      onCancel={() => {
        if (blocker.state === 'blocked') blocker.reset();
        onCancel();
      }}
    />
  );
}
