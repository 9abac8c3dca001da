import type { AnalyticsEvent } from '../events.ts';

/** A happening as it may leave the site. */
export type OutgoingEvent = AnalyticsEvent & {
  /** Address of the page without query and fragment. */
  page: string;
  /** Where the visitor came from, in the same form; empty when nobody knows. */
  referrer: string;
};

/** One outside service. */
export interface Tracker {
  tell(told: OutgoingEvent): void;
  /** Calls once it can tell; a service without this always can. */
  whenReady?(act: () => void): void;
  /** Nothing is told after this, and nothing that it kept in the browser stays. */
  end(): void;
}

/** Sends and forgets: what a service answers, or whether it does, changes nothing for the visitor. */
export const send = (url: string, init: RequestInit = {}): void =>
  void fetch(url, { keepalive: true, referrerPolicy: 'origin', ...init }).catch(() => {});

/** Calls an address as a picture of that size would: with the cookies that the service has given this browser. */
export const sendPixel = (url: string, query: Record<string, string>): void =>
  send(`${url}?${new URLSearchParams(query)}`, { mode: 'no-cors', credentials: 'include' });
