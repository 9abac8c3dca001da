import { minuteMs } from '../durations.ts';

/** How far this device's clock is behind the server's, ms. */
let skewMs = 0;
const listeners = new Set<() => void>();

/** Returns the server's time in the browser, as known from its responses, in ms. */
export const serverNow = (): number => Date.now() + skewMs;

export const serverSkewMs = (): number => skewMs;

/** Calls back when the clock of this device turns out to be wrong. @returns ends it */
export function onServerClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the clock by a current time of the server, ISO 8601 or an HTTP date. A difference below one minute counts as none. */
export function setServerClock(moment: string): void {
  const behindMs = Date.parse(moment) - Date.now();
  if (Number.isNaN(behindMs)) return;
  const next = Math.abs(behindMs) < minuteMs ? 0 : behindMs;
  // A response takes time: a difference as small as that changes nothing.
  if (Math.abs(next - skewMs) < minuteMs / 2 && (next === 0) === (skewMs === 0)) return;
  skewMs = next;
  for (const listener of listeners) listener();
}

/** Sets the clock by a response that comes from no cache. */
export function setClockByResponse({ headers }: Pick<Response, 'headers'>): void {
  const date = headers.get('Date');
  if (date && /no-store/.test(headers.get('Cache-Control') ?? '')) setServerClock(date);
}
