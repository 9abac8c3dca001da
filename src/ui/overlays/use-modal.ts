import { type RefObject, useLayoutEffect } from 'react';

/**
 * Shows a `<dialog>` above the page while it is rendered, and then returns the focus.
 * @param focus sets the first focus within the dialog
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  focus?: (dialog: HTMLElement | null) => void,
): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    focus?.(element);
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [dialog, focus]);
}
