import { Button } from '../button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface ConfirmDialogProps extends Pick<DialogProps, 'title' | 'children'> {
  confirmLabel: string;
  cancelLabel?: string;
  isBusy?: boolean;
  /** Whether it can be confirmed now; it can be closed all the same. */
  canConfirm?: boolean;
  /** Whether confirming deletes something. */
  isDanger?: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Confirms what is to be done before it is; the safe choice has the focus. It cannot be closed while it is busy. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  isBusy = false,
  canConfirm = true,
  isDanger = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const cancel = () => {
    if (!isBusy) onCancel();
  };
  return (
    <Dialog
      title={title}
      role="alertdialog"
      size="small"
      onClose={cancel}
      footer={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={cancel} data-autofocus>
            {cancelLabel}
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            disabled={isBusy || !canConfirm}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
