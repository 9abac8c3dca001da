import { useEffect, useEffectEvent } from 'react';

/** Ctrl+S, or Cmd+S, keeps what is typed at once. */
export function useSaveShortcut(flush: () => Promise<unknown>): void {
  const flushNow = useEffectEvent(flush);
  useEffect(() => {
    const followKeys = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's') {
        event.preventDefault();
        void flushNow();
      }
    };
    window.addEventListener('keydown', followKeys);
    return () => window.removeEventListener('keydown', followKeys);
  }, []);
}
