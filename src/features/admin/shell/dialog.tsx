import { type RefObject, useCallback, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from '../../../ui/button.tsx';
import { DialogFrame, type DialogProps, dialogWidths, focusFirst } from '../../../ui/overlays/dialog.tsx';

/** The `Dialog` of `ui` on React Aria, open as long as it is rendered; focus returns to where it was. */
export function Dialog({ title, onClose, children, footer, size = 'medium', role }: DialogProps) {
  const id = useId();
  const overlay = useRef<HTMLDivElement>(null);
  const focusOnMount = useCallback((element: HTMLElement | null) => focusFirst(element), []);
  useEscapeWithoutFocus(overlay, onClose);
  return (
    <ModalOverlay
      ref={overlay}
      isOpen
      isDismissable
      data-react-aria-modal=""
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="fixed inset-0 z-60 flex items-center justify-center bg-deep/55 p-3"
    >
      <Modal className={`w-full ${dialogWidths[size]} text-ink`}>
        <AriaDialog ref={focusOnMount} role={role} aria-labelledby={id} className="outline-none">
          <DialogFrame id={id} title={title} onClose={onClose} footer={footer}>
            {children}
          </DialogFrame>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Closes with Esc when nothing has the focus: the button that had it was disabled by its own press. */
function useEscapeWithoutFocus(overlay: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    function followKeys(event: KeyboardEvent) {
      const isTopmost = [...document.querySelectorAll('[data-react-aria-modal]')].at(-1) === overlay.current;
      if (event.key === 'Escape' && event.target === document.body && isTopmost) close();
    }
    document.addEventListener('keydown', followKeys);
    return () => document.removeEventListener('keydown', followKeys);
  }, [overlay]);
}

interface ConfirmDialogProps extends Pick<DialogProps, 'title' | 'children'> {
  confirmLabel: string;
  cancelLabel?: string;
  isBusy?: boolean;
  /** What is confirmed takes something away. */
  isDanger?: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks before something is done; the safe choice has the focus. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  isBusy = false,
  isDanger = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      role="alertdialog"
      size="small"
      onClose={onCancel}
      footer={
        <>
          <Button variant="quiet" onClick={onCancel} data-autofocus>
            {cancelLabel}
          </Button>
          <Button variant={isDanger ? 'danger' : 'primary'} disabled={isBusy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
