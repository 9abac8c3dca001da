import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

const pollMs = 4_000;

/**
 * Loads the page's data again every few seconds while `isActive` and the tab is in view.
 * @param maxPolls ends it, counted from when it became active
 * @returns loads the data at once
 */
export function usePolling(isActive: boolean, maxPolls = Number.POSITIVE_INFINITY) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isActive) return;
    let polls = 0;
    const timer = setInterval(() => {
      if (document.hidden) return;
      polls += 1;
      if (polls >= maxPolls) clearInterval(timer);
      void revalidate();
    }, pollMs);
    return () => clearInterval(timer);
  }, [isActive, maxPolls, revalidate]);
  return revalidate;
}
