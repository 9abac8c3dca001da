import type { Generated } from 'kysely';
import type { Moment } from './column-types.ts';

export type Channel = 'airbnb' | 'vrbo' | 'booking_com' | 'other';

export interface CalendarFeedsTable {
  id: Generated<string>;
  property_id: string;
  channel: Channel;
  name: Generated<string>;
  url: string;
  end_is_last_night: Generated<boolean>;
  is_active: Generated<boolean>;
  last_read_at: Date | null;
  last_good_at: Date | null;
  last_error: Generated<string>;
  event_count: Generated<number>;
  etag: Generated<string>;
  last_modified: Generated<string>;
  /** SHA-256 of the last file that was read well. */
  body_hash: Buffer | null;
  /** The last good reading that brought the whole file. */
  parsed_at: Date | null;
  /** Readings in a row that were valid but without any event, which is an error at first. */
  empty_readings: Generated<number>;
  /** When the hosts were told that it cannot be read. */
  trouble_mailed_at: Date | null;
  /** Since when it is read under this address: new, restored, active again. */
  watched_since: Moment;
  created_at: Moment;
  updated_at: Moment;
}

/** What other channels' calendars say, as last read well. */
export interface FeedEventsTable {
  id: Generated<string>;
  feed_id: string;
  property_id: string;
  uid: string;
  kind: 'reservation' | 'block';
  checkin: string;
  checkout: string;
  /** When it was first missing from a good reading, and from how many in a row. */
  missing_since: Date | null;
  missing_readings: Generated<number>;
  /** Another channel's stay that this one read from us: it closes nights, and is neither a stay nor exported. */
  is_echo: Generated<boolean>;
  created_at: Moment;
  updated_at: Moment;
}

/** The secret link under which one channel reads the calendar of one home. */
export interface CalendarLinksTable {
  id: Generated<string>;
  property_id: string;
  channel: Channel;
  token: Generated<string>;
  last_fetched_at: Date | null;
  renewed_at: Date | null;
  created_at: Moment;
}

/** Another channel's stay over a confirmed one of ours. */
export interface CalendarConflictsTable {
  id: Generated<string>;
  booking_id: string;
  feed_event_id: string | null;
  feed_id: string | null;
  channel: Channel;
  /** The nights that the other channel sold. */
  checkin: string;
  checkout: string;
  found_at: Moment;
  offered_at: Date | null;
  resolved_at: Date | null;
  resolution: 'moved' | 'cancelled' | 'event_gone' | null;
}
