import { useCallback, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

/** The pages of homes: a home that got another address stays open. */
const homePages = '/admin/homes/';

/** Asks before a link leaves sections that are not saved; the browser's own buttons ask by themselves. */
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
  const blocker = useBlocker(
    ({ nextLocation }) => titles.length > 0 && !nextLocation.pathname.startsWith(homePages),
  );
  const question = blocker.state === 'blocked' && (
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
  return { report, question };
}
