import { type RefObject, useLayoutEffect } from 'react';

/** Shows a `<dialog>` above the page while it is rendered, then gives the focus back. `focus` chooses what has it first. */
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
