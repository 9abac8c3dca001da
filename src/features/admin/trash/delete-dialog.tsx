import { useState } from 'react';
import { ErrorAlert } from '../../../ui/failure.tsx';
import { Confirm } from '../../../ui/overlays/confirm-dialog.tsx';

interface DeleteQuestionProps {
  question: string;
  /** What is about to go. */
  what: string;
  /** What else that changes. */
  note?: string;
  remove(): Promise<void>;
  onClose(): void;
}

/** Asks before rows are deleted, and says why one could not be. */
export function DeleteQuestion({ question, what, note, remove, onClose }: DeleteQuestionProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  async function go() {
    setBusy(true);
    setFailure('');
    try {
      await remove();
      onClose();
    } catch (error) {
      setFailure((error as Error).message);
      setBusy(false);
    }
  }

  return (
    <Confirm title="Delete" yes="Delete" busy={busy} onYes={() => void go()} onNo={onClose}>
      <div className="grid gap-3">
        <p className="text-lg">{question}</p>
        <p className="font-semibold wrap-anywhere text-slate">{what}</p>
        {note && <p className="text-slate">{note}</p>}
        {failure && <ErrorAlert>{failure}</ErrorAlert>}
      </div>
    </Confirm>
  );
}
