import { useLayoutEffect, useRef } from 'react';

/**
 * Calls `focus` once the watched control is removed, unless another element has the focus by then. It is called in the component
 * that renders the control's list.
 * @returns a function that watches the control that was pressed; `null` ends the watch
 */
export function useFocusAfterRemoval(focus: () => void): (pressed: Element | null) => void {
  const watched = useRef<Element | null>(null);
  // The control may be removed by any update.
  useLayoutEffect(() => {
    if (!watched.current || watched.current.isConnected) return;
    watched.current = null;
    if (document.activeElement === document.body) focus();
  });
  return (pressed) => {
    watched.current = pressed;
  };
}
