import type { AnalyticsEvent } from '../events.ts';

export type OutgoingEvent = AnalyticsEvent & {
  page: string;
  /** Empty if unknown. */
  referrer: string;
};

export interface Tracker {
  send(event: OutgoingEvent): void;
  /** Calls `act` once the tracker can send; a tracker without this method can always send. */
  onReady?(act: () => void): void;
  /** Stops sending and clears what it has stored in the browser. */
  stop(): void;
}

export const sendRequest = (url: string, init: RequestInit = {}): void =>
  void fetch(url, { keepalive: true, referrerPolicy: 'origin', ...init }).catch(() => {});

/** Requests a URL as its tracking pixel would: with the service's cookies. */
export const sendPixel = (url: string, query: Record<string, string>): void =>
  sendRequest(`${url}?${new URLSearchParams(query)}`, { mode: 'no-cors', credentials: 'include' });
