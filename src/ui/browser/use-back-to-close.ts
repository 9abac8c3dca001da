import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Gives what covers the page an entry of its own in the history, so that the browser's Back closes it.
 * @returns closes it, as Back does
 */
export function useBackToClose(onClose: () => void): () => void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  // The entry is there before what it belongs to is seen: a Back in between would leave the page.
  useLayoutEffect(() => {
    history.pushState(history.state, '');
    // This listener runs before the router's, which would load the page again.
    const close = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      latest.current();
    };
    addEventListener('popstate', close, { capture: true, once: true });
    return () => removeEventListener('popstate', close, { capture: true });
  }, []);
  return () => history.back();
}
