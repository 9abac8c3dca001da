import type { Channel, EventLabel } from '../../db/schema/channel-feeds.ts';
import { hourMs } from '../../shared/durations.ts';

/** The other sites that may sell a home. */
export const channels = ['airbnb', 'vrbo', 'booking_com', 'other'] as const satisfies readonly Channel[];

/** How long the last good reading of a feed is valid; after that, even an instant booking becomes a request. */
export const maxReadingAgeMs = 6 * hourMs;

/** A channel's file may lag behind what it read from us: an echo that ended lately may vanish at once, and is no sale. */
export const echoLagMs = hourMs;

/** The effect of a feed's event on its nights: blocks close them without being stays. */
export type EventKind = 'reservation' | 'block';

/** Nights that a feed closes, half-open, as read from its file. */
export interface FeedSpan {
  /** The event's UID; one that repeats (`uid 2027-07-07`) or recurs (`uid recurs from 2027-07-07`) has its check-in. */
  uid: string;
  marked: EventLabel;
  checkin: string;
  checkout: string;
  isCancelled: boolean;
}

export const eventOutcomes = [
  'added',
  'unchanged',
  'changed',
  'renamed',
  'returned',
  'echo',
  'missing',
  'removed',
  'cancelled',
  'own',
];
/**
 * The effect of a reading on an event: `returned` was missing before; `missing` still closes its nights; `removed` and
 * `cancelled` free them; `echo` closes nights only because its channel read them from us; `own` is an event of ours
 * that came back. `echo` and `own` count for nothing.
 */
type EventOutcome = (typeof eventOutcomes)[number];

export interface ReadEvent {
  uid: string;
  kind: EventKind;
  checkin: string;
  checkout: string;
  outcome: EventOutcome;
}

export interface CalendarReading {
  isGood: boolean;
  /** Text for the hosts; empty after a good reading. */
  error: string;
  events: ReadEvent[];
}

/** A feed could not be read; its message is for the hosts. */
export class FeedError extends Error {}

const notAvailable = /not available|unavailable/i;
const closed = /not available|unavailable|blocked|closed/i;

/** How each channel marks nights that are closed without a stay. Booking.com writes 'CLOSED - Not available' for stays, too. */
const blockMarkers: Record<Channel, RegExp> = {
  airbnb: notAvailable,
  vrbo: /^\s*blocked|not available|unavailable/i,
  booking_com: /^\s*(blocked|unavailable)/i,
  other: closed,
};

/** A text without a name, as in our own export: a channel that passes events on may use it for a stay or an echo. */
const noName = /^\s*(reserved|booked|busy)?\s*$/i;

/** Airbnb marks stays and closed nights apart (lodging-facts 3a). */
const eitherMarkers: Record<Channel, RegExp | null> = {
  airbnb: null,
  vrbo: noName,
  booking_com: closed,
  other: noName,
};

export function parseLabel(channel: Channel, summary: string): EventLabel {
  if (blockMarkers[channel].test(summary)) return 'block';
  return eitherMarkers[channel]?.test(summary) ? 'either' : 'reservation';
}

/** The kind of an event that is no echo. */
export const kindOfLabel = (marked: EventLabel): EventKind => (marked === 'block' ? 'block' : 'reservation');
