import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';

/** The browser asks on closing, the returned blocker on navigation. @param isSaved read on leaving, so that saving can navigate at once */
export function useUnsavedChanges(isDirty: boolean, isSaved: RefObject<boolean>) {
  useEffect(() => {
    if (!isDirty) return;
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      if (!isSaved.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', confirmLeaving);
    return () => window.removeEventListener('beforeunload', confirmLeaving);
  }, [isDirty, isSaved]);

  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !isSaved.current && currentLocation.pathname !== nextLocation.pathname,
  );
}

/** Saves on Ctrl+S or Cmd+S. */
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
