import type { Generated } from 'kysely';
import type calendarFeeds from '../../shared/schemas/calendar-feeds.ts';
import type { Moment } from './column-types.ts';
import type { FieldValue, TableColumns } from './table-columns.ts';

export type Channel = FieldValue<typeof calendarFeeds, 'channel'>;

/** A channel's label of an event: `either` may be a stay or nights that are only closed. */
export type EventLabel = 'reservation' | 'block' | 'either';

export type CalendarFeedsTable = TableColumns<
  typeof calendarFeeds,
  {
    last_error: Generated<string>;
    event_count: Generated<number>;
    etag: Generated<string>;
    last_modified: Generated<string>;
    /** SHA-256 of the last file of a good reading. */
    body_hash: Buffer | null;
    /** The time of the last good reading with the whole file. */
    parsed_at: Date | null;
    /** When the last good reading began, by the database's clock. */
    read_began_at: Date | null;
    /** The number of successive readings without any event, which count as errors at first. */
    empty_readings: Generated<number>;
    /** When the hosts were mailed that the feed cannot be read. */
    trouble_mailed_at: Date | null;
    /** When it was first read at this URL, after it was added, restored or activated. */
    watched_since: Moment;
  }
>;

/** The events of other channels' calendars, from the last good reading. */
export interface FeedEventsTable {
  id: Generated<string>;
  feed_id: string;
  property_id: string;
  uid: string;
  kind: 'reservation' | 'block';
  checkin: string;
  checkout: string;
  /** When the event was first missing from a good reading, and the number of successive readings without it. */
  missing_since: Date | null;
  missing_readings: Generated<number>;
  /** An echo: its channel read all of its nights from our feed, so it is neither a stay nor exported. */
  is_echo: Generated<boolean>;
  /** The channel's label; `null` if it equals `kind`. */
  marked: EventLabel | null;
  /** A `datemultirange`: its nights without those that its channel read from our feed; `null`: all of them. */
  own_nights: string | null;
  /** When it was last an echo with these nights. */
  echo_ended_at: Date | null;
  created_at: Moment;
  updated_at: Moment;
}

/** The last reading of a home's feeds for a booking or a payment. */
export interface CalendarRechecksTable {
  property_id: string;
  started_at: Date;
  /** `null` while the reading runs. */
  ended_at: Date | null;
}

/** The secret link under which one channel reads the calendar of one home. */
export interface CalendarLinksTable {
  id: Generated<string>;
  property_id: string;
  channel: Channel;
  /** The feed whose own events it leaves out, if a home has several feeds of a channel. */
  feed_id: string | null;
  token: Generated<string>;
  last_fetched_at: Date | null;
  renewed_at: Date | null;
  created_at: Moment;
}

/** The file that a link served when its channel last fetched it. */
export interface ServedNightsTable {
  link_id: string;
  source_kind: 'booking' | 'block' | 'event';
  source_id: string;
  /** A `daterange`, half-open. */
  nights: string;
  served_at: Moment;
}

/** The nights that other channels sold or closed, even after their calendars dropped them; only triggers write it. */
export interface ChannelNightsTable {
  event_id: string;
  feed_id: string;
  property_id: string;
  channel: Channel;
  kind: 'reservation' | 'block';
  /** A `daterange`, half-open. */
  nights: string;
  booked_at: Date;
  /** When the channel released the nights, if they were in the future. */
  ended_at: Date | null;
}

/** A stay of another channel that overlaps a confirmed booking. */
export interface CalendarConflictsTable {
  id: Generated<string>;
  /** `null`: two channels sold the same nights to each other's guests; then every `other_…` except the ids is set. */
  booking_id: string | null;
  feed_event_id: string | null;
  feed_id: string | null;
  channel: Channel;
  /** The nights that the other channel sold. */
  checkin: string;
  checkout: string;
  other_event_id: string | null;
  other_feed_id: string | null;
  other_channel: Channel | null;
  other_checkin: string | null;
  other_checkout: string | null;
  found_at: Moment;
  offered_at: Date | null;
  resolved_at: Date | null;
  resolution: 'moved' | 'cancelled' | 'event_gone' | 'dismissed' | null;
}
