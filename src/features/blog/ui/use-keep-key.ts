import { useEffect, useRef } from 'react';

/** Ctrl+S, or Cmd+S, keeps what is typed at once. */
export function useKeepKey(flush: () => Promise<unknown>): void {
  const present = useRef(flush);
  present.current = flush;
  useEffect(() => {
    const followKeys = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's') {
        event.preventDefault();
        void present.current();
      }
    };
    window.addEventListener('keydown', followKeys);
    return () => window.removeEventListener('keydown', followKeys);
  }, []);
}
