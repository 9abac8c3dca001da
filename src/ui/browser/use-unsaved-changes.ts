import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';

/**
 * Asks before what is unsaved is left: the browser when its window closes, and the page, by the blocker, on the way to another.
 * @param isSaved is read when somebody leaves, so that saving can go on to another page at once
 */
export function useUnsavedChanges(isDirty: boolean, isSaved: RefObject<boolean>) {
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSaved.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty, isSaved]);

  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSaved.current && currentLocation.pathname !== nextLocation.pathname,
  );
}

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
