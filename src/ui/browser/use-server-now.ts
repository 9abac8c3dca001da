import { useEffect, useState, useSyncExternalStore } from 'react';
import { onServerClock, serverNow, serverSkewMs, setServerClock } from '../../shared/http/server-clock.ts';

/** The server's present, ms; `null` before the page has its scripts, so that it begins as the server drew it. */
export function useServerNow(everyMs: number): number | null {
  useSyncExternalStore(onServerClock, serverSkewMs, () => 0);
  const [isRunning, tick] = useState(0);
  useEffect(() => {
    tick(1);
    const timer = setInterval(() => tick((ticks) => ticks + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return isRunning > 0 ? serverNow() : null;
}

/** Sets the clock by a page's data. @param moment ISO 8601; empty where the data has none */
export function useServerClock(moment: string): void {
  useEffect(() => setServerClock(moment), [moment]);
}
