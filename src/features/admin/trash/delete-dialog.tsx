import { useMutation } from '@tanstack/react-query';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface DeleteDialogProps {
  message: string;
  subject: string;
  note?: string;
  remove(): Promise<void>;
  onClose(): void;
}

export function DeleteDialog({ message, subject, note, remove, onClose }: DeleteDialogProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: remove, onSuccess: onClose });
  return (
    <ConfirmDialog
      title="Delete"
      confirmLabel="Delete"
      isDanger
      isBusy={isPending}
      onConfirm={mutate}
      onCancel={onClose}
    >
      <div className="grid gap-3">
        <p className="text-lg">{message}</p>
        <p className="font-semibold wrap-anywhere text-slate">{subject}</p>
        {note && <p className="text-slate">{note}</p>}
        {error && <ErrorAlert>{error.message}</ErrorAlert>}
      </div>
    </ConfirmDialog>
  );
}
