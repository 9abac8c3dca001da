import type { ColumnType, Generated } from 'kysely';
import type { Weekday } from '../../shared/nights.ts';
import type {
  CalendarConflictsTable,
  CalendarFeedsTable,
  CalendarLinksTable,
  CalendarRechecksTable,
  ChannelNightsTable,
  FeedEventsTable,
  ServedNightsTable,
} from './channel-feeds.ts';
import type { Json, Moment } from './column-types.ts';
import type { DiscountsTable, FeesTable, PromoCodesTable, TaxesTable } from './prices.ts';

type BookingMode = 'instant' | 'request' | 'inquiry';

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
  /** Who gets its turnovers. */
  cleaner_id: string | null;
  /** Never public. */
  access_notes: Generated<string>;
  /** Never public. */
  street_address: Generated<string>;
}

/** What guests and cleaners need in a home, and what the law asks to show; `properties` has these, too. */
export interface StayPropertyColumns {
  /** Never public, as the password. */
  wifi_name: Generated<string>;
  wifi_password: Generated<string>;
  /** Rich text, for cleaners alone. */
  check_list: Generated<string>;
  /** Numbers of licences. */
  licence_state: Generated<string>;
  licence_local: Generated<string>;
}

/** From when a section of the guide is shown. */
export type Reveal = 'public' | 'booked' | 'arrival';

interface GuideSectionsTable {
  id: Generated<string>;
  /** `null`: all homes. */
  property_id: string | null;
  title: string;
  html_rich_text: string;
  reveal: Generated<Reveal>;
  position: Generated<number>;
  is_active: Generated<boolean>;
  created_at: Moment;
  updated_at: Moment;
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
  guide_sections: GuideSectionsTable;
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
  calendar_rechecks: CalendarRechecksTable;
  served_nights: ServedNightsTable;
  channel_nights: ChannelNightsTable;
  calendar_conflicts: CalendarConflictsTable;
  occupied_nights: OccupiedNightsTable;
  rate_changes: RateChangesTable;
}
