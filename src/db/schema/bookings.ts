import type { ColumnType, Generated } from 'kysely';
import type { Json, Moment } from './column-types.ts';

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
  kind: 'cancellation' | 'hosts' | 'too_late' | 'excess' | 'move';
  reason: Generated<string>;
  status: Generated<'pending' | 'done' | 'failed'>;
  /** How many calls the provider answered with an error of its own; part of the idempotency key. */
  tries: Generated<number>;
  created_at: Moment;
}

interface BookingBrowsersTable {
  booking_id: string;
  browser_hash: Buffer;
  created_at: Moment;
}

/** What happened to a booking, in order; its history on the hosts' screens. */
interface BookingEventsTable {
  id: Generated<number>;
  booking_id: string;
  /** Such as `held`, `confirmed`, `mail_sent`. */
  event: string;
  /** The host's address, or `guest`, `system`, `card provider`. */
  actor: string;
  details: ColumnType<Record<string, unknown>, string | undefined, string>;
  created_at: Moment;
}

/** A quote that hosts send to one guest as a link. */
export interface OffersTable {
  id: string;
  /** SHA-256 of the token in the link. */
  token_hash: Buffer;
  quote_id: string;
  /** What keeps its nights, or came of it. */
  booking_id: string | null;
  inquiry_id: string | null;
  /** Canonical; empty for an offer that was not mailed. */
  email: Generated<string>;
  /** Each night's price in place of the home's; `null`: the home's own. */
  nightly_cents: number | null;
  /** To the guest. */
  note: Generated<string>;
  holds_nights: Generated<boolean>;
  /** The host's address. */
  created_by: string;
  expires_at: Date;
  withdrawn_at: Date | null;
  created_at: Moment;
}

export interface BookingTables {
  quotes: QuotesTable;
  bookings: BookingsTable;
  payments: PaymentsTable;
  payment_attempts: PaymentAttemptsTable;
  refund_orders: RefundOrdersTable;
  booking_browsers: BookingBrowsersTable;
  booking_events: BookingEventsTable;
  offers: OffersTable;
}
