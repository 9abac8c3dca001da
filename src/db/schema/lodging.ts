import type { ColumnType } from 'kysely';
import type blocks from '../../shared/schemas/blocks.ts';
import type cancellationPolicies from '../../shared/schemas/cancellation-policies.ts';
import type guideSections from '../../shared/schemas/guide-sections.ts';
import type rates from '../../shared/schemas/rates.ts';
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
import type { DiscountsTable, ExtrasTable, FeesTable, PromoCodesTable, TaxesTable } from './prices.ts';
import type { FieldValue, TableColumns } from './table-columns.ts';

/** When a section of the guide becomes visible. */
export type Reveal = FieldValue<typeof guideSections, 'reveal'>;

type GuideSectionsTable = TableColumns<typeof guideSections>;

/** Every `null` falls back to the home's value; a weekend price first falls back to the rate's nightly price. */
export type RatesTable = TableColumns<typeof rates>;

export interface CancellationStep {
  days_before: number;
  refund_percent: number;
}

type CancellationPoliciesTable = TableColumns<
  typeof cancellationPolicies,
  {
    steps: ColumnType<CancellationStep[], string | undefined, string>;
  }
>;

type BlocksTable = TableColumns<typeof blocks>;

export type OccupiedKind = 'booking' | 'block' | 'feed_reservation' | 'feed_block';

/** The nights that bookings, blocks and feed events take; only triggers write them. */
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
  /** `RateChange` of `features/hosting/rates/rate-change.ts`. */
  request: Json<unknown>;
  /** The `RateEffect` that was reported to the host. */
  effect: Json<unknown>;
  /** The ids of the rates that the change added. */
  rate_ids: string[];
  /** SHA-256 of the rates of those nights right after the change. */
  rates_hash: string;
  created_at: Moment;
  undone_at: Date | null;
}

/** The tables of prices and of occupied nights. */
export interface LodgingTables {
  guide_sections: GuideSectionsTable;
  rates: RatesTable;
  discounts: DiscountsTable;
  fees: FeesTable;
  extras: ExtrasTable;
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
