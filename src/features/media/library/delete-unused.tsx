import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { mediaLibrary } from '../calls.ts';
import type { LibraryMedia } from '../contract.server.ts';

interface DeleteUnusedProps {
  selected: LibraryMedia[];
  onDeleted(count: number): void;
}

/** Deletes the unused ones of the selected uploads, once confirmed. */
export function DeleteUnused({ selected, onDeleted }: DeleteUnusedProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const unused = selected.filter(({ uses }) => uses === 0);
  const skipped = selected.length - unused.length;

  async function deleteUnused() {
    setBusy(true);
    setFailure('');
    try {
      const { deleted } = await mediaLibrary.deleteUnused({ json: { ids: unused.map(({ id }) => id) } });
      onDeleted(deleted);
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'Failed to delete');
    }
    setBusy(false);
    setIsConfirming(false);
  }

  return (
    <>
      <SmallButton
        disabled={unused.length === 0 || busy}
        onClick={() => setIsConfirming(true)}
        className="ml-auto text-danger"
      >
        <Trash2 aria-hidden="true" className="size-4" />
        {unused.length > 0 ? `Delete unused (${unused.length})` : 'Delete unused'}
      </SmallButton>
      {skipped > 0 && (
        <p className="w-full text-sm text-slate">
          {skipped === 1
            ? '1 selected file is in use and was skipped.'
            : `${skipped} selected files are in use and were skipped.`}
        </p>
      )}
      {failure && (
        <p role="alert" className="w-full text-danger">
          {failure}
        </p>
      )}
      {isConfirming && (
        <ConfirmDialog
          title="Delete unused files?"
          confirmLabel={busy ? 'Deleting...' : 'Delete'}
          isBusy={busy}
          onConfirm={() => void deleteUnused()}
          onCancel={() => setIsConfirming(false)}
        >
          {unused.length === 1 ? 'One item' : `${unused.length} items`} will no longer be in the library.
        </ConfirmDialog>
      )}
    </>
  );
}
