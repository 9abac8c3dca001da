import type { useBlocker } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import { Confirm } from '../../../ui/overlays/confirm-dialog.tsx';
import type { EditablePost } from '../post.ts';

interface ConflictDialogProps {
  current: EditablePost;
  onOverwrite(): void;
  onCancel(): void;
}

export function ConflictDialog({ current, onOverwrite, onCancel }: ConflictDialogProps) {
  return (
    <Confirm
      title="Somebody else has changed this post"
      yes="Save mine anyway"
      no="Keep writing"
      onYes={onOverwrite}
      onNo={onCancel}
    >
      <p>
        It was saved on {formatDateTime(current.updated_at)}, while you were writing. Saving yours puts it in
        the place of theirs.
      </p>
      <p className="mt-3">
        <a
          href={`/blog/${current.slug}`}
          target="_blank"
          rel="noopener"
          className="font-semibold text-gulf underline"
        >
          Read their version
          <span className="unseen"> (opens in a new tab)</span>
        </a>
      </p>
    </Confirm>
  );
}

export function LeaveDialog({ blocker }: { blocker: ReturnType<typeof useBlocker> }) {
  if (blocker.state !== 'blocked') return null;
  return (
    <Confirm
      title="Leave without saving?"
      yes="Leave"
      no="Stay"
      onYes={() => blocker.proceed()}
      onNo={() => blocker.reset()}
    >
      <p>The post itself is not saved. What you typed is kept, and offered when you come back.</p>
    </Confirm>
  );
}
