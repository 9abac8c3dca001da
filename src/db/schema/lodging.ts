import type { ColumnType, Generated } from 'kysely';
import type { Json, Moment } from './column-types.ts';

type BookingMode = 'instant' | 'request' | 'inquiry';
export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';

/** What a home is sold for and under which rules; `properties` has these beside what its page shows. */
export interface BookablePropertyColumns {
  booking_mode: Generated<BookingMode>;
  /** 0: not for sale by the night. */
  nightly_cents: Generated<number>;
  /** `null`: as `nightly_cents`. */
  weekend_cents: number | null;
  min_nights: Generated<number>;
  max_nights: number | null;
  arrival_days: Generated<Weekday[]>;
  /** Nights kept free before and after each stay. */
  turnover_nights: Generated<number>;
  /** Days between today and the first check-in on sale; 0 is today. */
  lead_days: Generated<number>;
  /** Days from today to the last night on sale. */
  horizon_days: Generated<number>;
  guests_included: Generated<number>;
  max_pets: Generated<number>;
  /** Of the total; 100: all at once. */
  deposit_percent: Generated<number>;
  /** Days before check-in. */
  balance_due_days: Generated<number>;
  cancellation_policy_id: string | null;
  /** Never public. */
  access_notes: Generated<string>;
  /** Never public. */
  street_address: Generated<string>;
}

/** Every `null` falls back to the home, but a weekend price to the rate's own nightly price first. */
export interface RatesTable {
  id: Generated<string>;
  property_id: string;
  name: Generated<string>;
  /** Both inclusive; `null` is open. */
  first_night: string | null;
  last_night: string | null;
  nightly_cents: number | null;
  weekend_cents: number | null;
  min_nights: number | null;
  arrival_days: Weekday[] | null;
  priority: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
}

export type DiscountKind = 'length_of_stay' | 'early' | 'last_minute';

export interface DiscountsTable {
  id: Generated<string>;
  /** `null`: all homes. */
  property_id: string | null;
  kind: DiscountKind;
  label: Generated<string>;
  from_nights: number | null;
  days_before: number | null;
  percent: number;
  created_at: Moment;
  updated_at: Moment;
}

export type FeeKind =
  | 'per_stay'
  | 'per_night'
  | 'per_extra_guest_per_night'
  | 'per_pet_per_stay'
  | 'percent_of_rent';

export interface FeesTable {
  id: Generated<string>;
  property_id: string | null;
  label: string;
  kind: FeeKind;
  amount_cents: number | null;
  percent: number | null;
  is_taxed: Generated<boolean>;
  position: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
}

export interface TaxesTable {
  id: Generated<string>;
  property_id: string | null;
  label: string;
  jurisdiction: string;
  percent: number;
  /** A later step is levied on the taxes of the earlier ones, too. */
  step: Generated<number>;
  /** Check-in nights for which it holds, both inclusive; `null` is open. */
  first_night: string | null;
  last_night: string | null;
  /** Longer stays are exempt. */
  max_nights: number | null;
  /** Where the rate is published. */
  description: Generated<string>;
  position: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
}

export interface PromoCodesTable {
  id: Generated<string>;
  code: string;
  percent: number | null;
  amount_cents: number | null;
  book_from: string | null;
  book_until: string | null;
  stay_from: string | null;
  stay_until: string | null;
  min_nights: number | null;
  max_uses: number | null;
  property_id: string | null;
  is_active: Generated<boolean>;
  created_at: Moment;
  updated_at: Moment;
}

export interface CancellationStep {
  days_before: number;
  refund_percent: number;
}

interface CancellationPoliciesTable {
  id: Generated<string>;
  name: string;
  steps: ColumnType<CancellationStep[], string | undefined, string>;
  grace_hours: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
}

interface BlocksTable {
  id: Generated<string>;
  property_id: string;
  first_night: string;
  last_night: string;
  note: Generated<string>;
  created_at: Moment;
  updated_at: Moment;
}

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
interface FeedEventsTable {
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
interface CalendarLinksTable {
  id: Generated<string>;
  property_id: string;
  channel: Channel;
  token: Generated<string>;
  last_fetched_at: Date | null;
  renewed_at: Date | null;
  created_at: Moment;
}

/** Another channel's stay over a confirmed one of ours. */
interface CalendarConflictsTable {
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

export type OccupiedKind = 'booking' | 'block' | 'feed_reservation' | 'feed_block';

/** Written by triggers alone: the nights that bookings, blocks and feed events take. */
interface OccupiedNightsTable {
  source_id: string;
  property_id: string;
  kind: OccupiedKind;
  /** A `daterange`, half-open. */
  nights: string;
}

/** Changes of prices and rules for a range of nights, which can be undone. */
interface RateChangesTable {
  id: string;
  /** `RateChange` of `features/bookings/rate-changes/rate-change.ts`. */
  request: Json<unknown>;
  /** `RateEffect`, as it was reported. */
  effect: Json<unknown>;
  /** The rates that it added. */
  rate_ids: string[];
  /** SHA-256 of the rates of those nights, right after it. */
  rates_hash: string;
  created_at: Moment;
  undone_at: Date | null;
}

/** What is sold for how much, and the nights that are taken. */
export interface LodgingTables {
  rates: RatesTable;
  discounts: DiscountsTable;
  fees: FeesTable;
  taxes: TaxesTable;
  promo_codes: PromoCodesTable;
  cancellation_policies: CancellationPoliciesTable;
  blocks: BlocksTable;
  calendar_feeds: CalendarFeedsTable;
  feed_events: FeedEventsTable;
  calendar_links: CalendarLinksTable;
  calendar_conflicts: CalendarConflictsTable;
  occupied_nights: OccupiedNightsTable;
  rate_changes: RateChangesTable;
}
