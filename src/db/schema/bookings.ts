import type { ColumnType, Generated } from 'kysely';

type Moment = ColumnType<Date, Date | string | undefined, Date | string>;
/** JSON whose shape the features own: they read it back through their own types. */
type Json<Shape> = ColumnType<Shape, string, string>;

export type BookingMode = 'instant' | 'request' | 'inquiry';
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
  /** Empty: any day. */
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

export interface CancellationPoliciesTable {
  id: Generated<string>;
  name: string;
  steps: ColumnType<CancellationStep[], string | undefined, string>;
  grace_hours: Generated<number>;
  created_at: Moment;
  updated_at: Moment;
}

export interface BlocksTable {
  id: Generated<string>;
  property_id: string;
  first_night: string;
  last_night: string;
  note: Generated<string>;
  created_at: Moment;
  updated_at: Moment;
}

export interface CalendarFeedsTable {
  id: Generated<string>;
  property_id: string;
  channel: 'airbnb' | 'vrbo' | 'booking_com' | 'other';
  name: Generated<string>;
  url: string;
  end_is_last_night: Generated<boolean>;
  is_active: Generated<boolean>;
  last_read_at: Date | null;
  last_good_at: Date | null;
  last_error: Generated<string>;
  event_count: Generated<number>;
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
  created_at: Moment;
  updated_at: Moment;
}

export type OccupiedKind = 'booking' | 'block' | 'feed_reservation' | 'feed_block';

/** Written by triggers alone: the nights that bookings, blocks and feed events take. */
export interface OccupiedNightsTable {
  source_id: string;
  property_id: string;
  kind: OccupiedKind;
  /** A `daterange`, half-open. */
  nights: string;
}

export interface QuotesTable {
  id: string;
  property_id: string;
  checkin: string;
  checkout: string;
  guests: number;
  pets: number;
  promo_code_id: string | null;
  /** `Price` of `features/bookings/pricing/price-stay.ts`. */
  price: Json<unknown>;
  total_cents: number;
  currency: string;
  /** `PaymentPlan[]` of `features/bookings/pricing/payment-plans.ts`. */
  plans: Json<unknown>;
  /** The policy as it was: `CancellationPolicy` of `features/bookings/cancellation/refund.ts`. */
  cancellation_policy: Json<unknown>;
  /** The home's clock time of check-in, by which cancellation is measured. */
  check_in_from: string;
  calendars_checked_at: Date | null;
  created_at: Moment;
  expires_at: Date;
}

export type BookingStatus =
  | 'held'
  | 'requested'
  | 'confirmed'
  | 'expired'
  | 'released'
  | 'declined'
  | 'cancelled';

export interface BookingsTable {
  id: string;
  code: string;
  /** SHA-256 of the key in the mailed link. */
  key_hash: Buffer;
  status: BookingStatus;
  property_id: string;
  quote_id: string;
  checkin: string;
  checkout: string;
  /** The home's at the time of booking: the nights behind the stay that the database keeps free. */
  turnover_nights: Generated<number>;
  guests: number;
  pets: Generated<number>;
  name: string;
  /** Canonical (`shared/text/email.ts`). */
  email: string;
  phone: Generated<string>;
  note: Generated<string>;
  plan: Generated<'full' | 'deposit'>;
  total_cents: number;
  currency: Generated<string>;
  /** To be paid at booking. */
  due_now_cents: number;
  balance_due_on: string | null;
  promo_code_id: string | null;
  /** Word for word what the guest agreed to: `{ "houseRules": …, "cancellation": … }`. */
  agreed: ColumnType<Record<string, unknown>, string | undefined, string>;
  hold_expires_at: Date | null;
  source: Generated<'site' | 'hosts' | 'offer'>;
  /** SHA-256 of the client's key and the `Idempotency-Key`. */
  idempotency_key: string | null;
  /** SHA-256 of the token in the cookie of the browser that made it. */
  browser_hash: Buffer | null;
  /** Under which live holds are counted. */
  client_key: Generated<string>;
  stripe_customer_id: string | null;
  stripe_payment_method_id: string | null;
  balance_announced_at: Date | null;
  /** How often the stored card was declined. */
  balance_declines: Generated<number>;
  /** When a declined card is tried again. */
  next_charge_at: Date | null;
  arrival_sent_at: Date | null;
  /** Its guest deleted their account: the day after which name and address go. */
  anonymize_on: string | null;
  confirmed_at: Date | null;
  cancelled_at: Date | null;
  created_at: Moment;
  updated_at: Moment;
}

/** The ledger: balance = total − charges + refunds. */
export interface PaymentsTable {
  id: Generated<string>;
  booking_id: string;
  kind: 'charge' | 'refund';
  amount_cents: number;
  currency: Generated<string>;
  method: Generated<'card' | 'elsewhere'>;
  /** The provider's charge, intent or refund; `null` for what was paid elsewhere. */
  stripe_id: string | null;
  /** Of a refund: the `stripe_id` of its charge. */
  charge_id: string | null;
  reason: Generated<string>;
  created_at: Moment;
}

export type AttemptStatus = 'pending' | 'open' | 'processing' | 'paid' | 'expired' | 'failed';

/** A payment page, or a charge of the stored card. One of a booking at most is `pending`, `open` or `processing`. */
export interface PaymentAttemptsTable {
  id: string;
  booking_id: string;
  purpose: 'stay' | 'balance';
  kind: 'page' | 'stored_card';
  /** `pending`: the result of the provider's call is not known yet. */
  status: AttemptStatus;
  amount_cents: number;
  currency: string;
  description: string;
  /** The provider's session or payment intent. */
  stripe_id: string | null;
  url: string | null;
  expires_at: Date;
  checked_at: Date | null;
  created_at: Moment;
}

export interface RefundOrdersTable {
  id: string;
  booking_id: string;
  /** The `stripe_id` of the charge in `payments`. */
  payment_id: string;
  amount_cents: number;
  cause: string;
  kind: 'cancellation' | 'hosts' | 'too_late' | 'excess';
  reason: Generated<string>;
  status: Generated<'pending' | 'done' | 'failed'>;
  /** How many calls the provider answered with an error of its own; part of the idempotency key. */
  tries: Generated<number>;
  created_at: Moment;
}

export interface BookingBrowsersTable {
  booking_id: string;
  browser_hash: Buffer;
  created_at: Moment;
}

/** What happened to a booking, in order; its history on the hosts' screens. */
export interface BookingEventsTable {
  id: Generated<number>;
  booking_id: string;
  /** Such as `held`, `confirmed`, `mail_sent`. */
  event: string;
  /** The host's address, or `guest`, `system`, `card provider`. */
  actor: string;
  details: ColumnType<Record<string, unknown>, string | undefined, string>;
  created_at: Moment;
}

export interface PagesTable {
  id: Generated<string>;
  slug: string;
  title: string;
  html_rich_text: string;
  created_at: Moment;
  updated_at: Moment;
}

/** The tables of dated booking; part of `Database`. */
export interface BookingTables {
  rates: RatesTable;
  discounts: DiscountsTable;
  fees: FeesTable;
  taxes: TaxesTable;
  promo_codes: PromoCodesTable;
  cancellation_policies: CancellationPoliciesTable;
  blocks: BlocksTable;
  calendar_feeds: CalendarFeedsTable;
  feed_events: FeedEventsTable;
  occupied_nights: OccupiedNightsTable;
  quotes: QuotesTable;
  bookings: BookingsTable;
  payments: PaymentsTable;
  payment_attempts: PaymentAttemptsTable;
  refund_orders: RefundOrdersTable;
  booking_browsers: BookingBrowsersTable;
  booking_events: BookingEventsTable;
  pages: PagesTable;
}
