import { Monitor, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { useBlocker } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import { useIsMounted } from '../../../ui/browser/use-is-mounted.ts';
import { Choice } from '../../../ui/forms/choice.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { EditablePost } from '../post.ts';
import type { SaveState } from './use-autosave.ts';

interface ConflictDialogProps {
  current: EditablePost;
  onOverwrite(): void;
  onCancel(): void;
}

export function ConflictDialog({ current, onOverwrite, onCancel }: ConflictDialogProps) {
  return (
    <ConfirmDialog
      title="Somebody else has changed this post"
      confirmLabel="Save mine anyway"
      cancelLabel="Keep writing"
      onConfirm={onOverwrite}
      onCancel={onCancel}
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
    </ConfirmDialog>
  );
}

interface LeaveDialogProps {
  blocker: ReturnType<typeof useBlocker>;
  /** Autosave is paused while an older draft can still be restored. */
  isPaused: boolean;
  /** The state of the autosave. */
  saveState: SaveState['kind'];
  /** Saves what was typed as a draft. @returns whether it is saved */
  saveDraft(): Promise<boolean>;
}

export const LeaveDialog = ({ blocker, ...rest }: LeaveDialogProps) =>
  blocker.state === 'blocked' && <LeaveConfirmation blocker={blocker} {...rest} />;

interface LeaveConfirmationProps extends LeaveDialogProps {
  blocker: Extract<LeaveDialogProps['blocker'], { state: 'blocked' }>;
}

function LeaveConfirmation({ blocker, isPaused, saveState, saveDraft }: LeaveConfirmationProps) {
  const [isLost, setIsLost] = useState(saveState === 'failed');
  const [isSaving, setIsSaving] = useState(false);
  // A failed draft stays lost while it is sent again.
  useEffect(() => {
    if (saveState === 'failed') setIsLost(true);
    if (saveState === 'saved') setIsLost(false);
  }, [saveState]);
  const isOpen = useIsMounted();

  async function leave(): Promise<void> {
    const saving = saveDraft();
    if (isPaused || isLost) return blocker.proceed();
    setIsSaving(true);
    const isSaved = await saving;
    // It may have been closed while the draft was sent.
    if (!isOpen.current) return;
    if (isSaved) return blocker.proceed();
    setIsSaving(false);
    setIsLost(true);
  }
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      canConfirm={!isSaving}
      onConfirm={() => void leave()}
      onCancel={() => blocker.reset()}
    >
      <LeaveEffect isPaused={isPaused} isLost={isLost} />
    </ConfirmDialog>
  );
}

export const LeaveEffect = ({ isPaused, isLost }: { isPaused: boolean; isLost: boolean }) => (
  <p aria-live="polite">
    The post itself is not saved.{' '}
    {isPaused ? (
      <>
        What you typed now is lost, because an older draft still waits above the post. Stay to save the post,
        or to discard the older draft first.
      </>
    ) : (
      (isLost && 'What you typed could not be saved, and is lost if you leave.') ||
      'What you typed is kept, and offered when you come back.'
    )}
  </p>
);

const widths = {
  phone: ['Phone', Smartphone, 'mx-auto w-[390px] max-w-full'],
  desktop: ['Desktop', Monitor, 'w-[1280px] min-w-full'],
} as const;

type Width = keyof typeof widths;

/** Shows the post as guests would see it, as wide as a phone or a desktop. */
export function PreviewDialog({ postKey, onClose }: { postKey: string; onClose(): void }) {
  const [width, setWidth] = useState<Width>('phone');
  return (
    <Dialog title="Preview" size="full" onClose={onClose}>
      <fieldset className="mb-4 flex justify-center gap-2">
        <legend className="unseen">Width</legend>
        {(Object.keys(widths) as Width[]).map((key) => {
          const [label, Icon] = widths[key];
          return (
            <Choice
              key={key}
              type="radio"
              variant="pill"
              name="preview-width"
              checked={width === key}
              onChange={() => setWidth(key)}
            >
              <Icon aria-hidden="true" className="size-5" />
              {label}
            </Choice>
          );
        })}
      </fieldset>
      <div className="overflow-x-auto rounded-2xl bg-sand p-2 sm:p-4">
        <iframe
          title="Preview of the post"
          src={`/blog/edit/preview?post=${encodeURIComponent(postKey)}`}
          className={`block h-[min(40rem,calc(100dvh-14rem))] rounded-xl border border-dune bg-shell ${widths[width][2]}`}
        />
      </div>
    </Dialog>
  );
}
