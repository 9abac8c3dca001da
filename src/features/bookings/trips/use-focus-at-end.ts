import { useLayoutEffect, useRef } from 'react';

/** Focuses the heading when a booking ends, where the button that had the focus goes with it. */
export function useFocusAtEnd(isOpen: boolean) {
  const top = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) top.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return top;
}
