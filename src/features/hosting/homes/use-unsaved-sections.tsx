import { useCallback, useState } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

/** The pages of homes. */
const homePages = '/admin/homes/';

type BlockerArgs = Parameters<BlockerFunction>[0];

/** Whether a home stays open: it got another address, which replaces its former one, or only the rest of the URL changes. */
const isSameHome = ({ currentLocation, nextLocation, historyAction }: BlockerArgs): boolean =>
  nextLocation.pathname === currentLocation.pathname ||
  (historyAction === 'REPLACE' && nextLocation.pathname.startsWith(homePages));

/** The titles of the sections that are not saved. */
export function useUnsavedSections() {
  const [titles, setTitles] = useState<readonly string[]>([]);
  const report = useCallback(
    (title: string, isUnsaved: boolean) =>
      setTitles((all) => {
        if (all.includes(title) === isUnsaved) return all;
        return isUnsaved ? [...all, title] : all.filter((one) => one !== title);
      }),
    [],
  );
  return { titles, report };
}

/**
 * Asks before a link leaves sections that are not saved, also for another home; rendered only then, since a blocker is heard
 * on every hash link.
 */
export function LeaveGuard({ titles }: { titles: readonly string[] }) {
  const blocker = useBlocker((args) => !isSameHome(args));
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      isDanger
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    >
      <p>{`Not saved yet: ${titles.join(', ')}.`}</p>
    </ConfirmDialog>
  );
}
