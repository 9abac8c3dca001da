import { useSyncExternalStore } from 'react';

const narrow = '(max-width: 47.99rem)';

function listen(changed: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the window is too narrow for a table. */
export const useMediaQuery = (): boolean =>
  useSyncExternalStore(
    listen,
    () => window.matchMedia(narrow).matches,
    () => false,
  );
