import type { ColumnType, Generated } from 'kysely';
import type bookingCompanions from '../../shared/schemas/booking-companions.ts';
import type bookingExtras from '../../shared/schemas/booking-extras.ts';
import type { Moment } from './column-types.ts';
import type { OffersTable, QuotesTable } from './offers.ts';
import type {
  BookingMoneyView,
  DisputesTable,
  PaymentAttemptsTable,
  PaymentsTable,
  RefundOrdersTable,
} from './payments.ts';
import type { FieldValue, TableColumns } from './table-columns.ts';

export type BookingStatus =
  | 'held'
  | 'requested'
  | 'confirmed'
  | 'expired'
  | 'released'
  | 'declined'
  | 'cancelled';

type Derived = ColumnType<number, never, never>;

/** What a price holds for one jurisdiction, in minor units. */
export interface TaxShare {
  jurisdiction: string;
  /** What its taxes are levied on. */
  taxable: number;
  /** Of a stay longer than the limit of a tax: what it would have been levied on. */
  exempt: number;
  due: number;
}

/** What guests say about their arrival. */
export interface ArrivalDetails {
  /** By the home's clock: `17:30`. */
  arrivalTime?: string;
  cars?: number;
  adults?: number;
  children?: number;
  /** Who comes. */
  names?: string[];
}

export interface BookingsTable {
  id: string;
  code: string;
  /** SHA-256 of the key in the mailed link. */
  key_hash: Buffer;
  /** How often it was renewed. */
  key_version: Generated<number>;
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
  /** Written by triggers alone, like the five after it; what the sums are says `booking_money`. */
  paid_cents: Derived;
  pending_cents: Derived;
  waived_cents: Derived;
  /** Jobs and lists filter by the literal `open_cents > 0`: it has an index. */
  open_cents: Derived;
  /** Refunds and lost disputes. */
  returned_cents: Derived;
  /** What its price holds for each jurisdiction. */
  taxes: ColumnType<TaxShare[], never, never>;
  /** To be paid at booking. */
  due_now_cents: number;
  balance_due_on: string | null;
  promo_code_id: string | null;
  /** Word for word what the guest agreed to: `{ "houseRules": …, "cancellation": … }`. */
  agreed: ColumnType<Record<string, unknown>, string | undefined, string>;
  /** Opens the door for this stay; empty: the home's `access_notes` alone. */
  access_code: Generated<string>;
  /** `{}`: nothing was said. */
  arrival_details: ColumnType<ArrivalDetails, string | undefined, string>;
  hold_expires_at: Date | null;
  source: Generated<'site' | 'agent' | 'hosts' | 'offer'>;
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
  /** When the guest opened the link of the mail about a request. */
  email_confirmed_at: Date | null;
  confirmed_at: Date | null;
  cancelled_at: Date | null;
  /** An approved time before the home's check-in; written by triggers alone, like the next. */
  early_check_in: ColumnType<string | null, never, never>;
  late_check_out: ColumnType<string | null, never, never>;
  created_at: Moment;
  updated_at: Moment;
}

interface BookingBrowsersTable {
  booking_id: string;
  browser_hash: Buffer;
  created_at: Moment;
  /** Whether it followed a link that only the guest's mail holds. */
  opened_mail: Generated<boolean>;
}

/** Who opens a stay by a link of their own. */
type BookingCompanionsTable = TableColumns<
  typeof bookingCompanions,
  {
    /** SHA-256 of the token in the link. */
    token_hash: Buffer;
  }
>;

export type BookingExtraStatus = FieldValue<typeof bookingExtras, 'status'>;

/** What was added to a stay. */
export type BookingExtrasTable = TableColumns<
  typeof bookingExtras,
  {
    /** How an open one is paid: with the balance that is still to come, or by itself. `null`: part of the booked price. */
    collect: 'balance' | 'link' | 'card' | 'elsewhere' | null;
    /** What an open one is paid with by itself, taxes included, in minor units. */
    due_cents: Generated<number>;
  }
>;

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

/** Written by triggers alone: the nights and the rent of a confirmed stay in one month, while they stood so. */
interface StayMonthsTable {
  booking_id: string;
  property_id: string;
  /** The first of the month. */
  month: string;
  first_night: string;
  nights: number;
  rent_cents: number;
  /** Of the whole stay, in the month of its check-in alone. */
  stay_nights: number | null;
  days_ahead: number | null;
  booked_at: Date;
  /** When it was moved or cancelled. */
  ended_at: Date | null;
  is_cancelled: Generated<boolean>;
}

export interface BookingTables {
  quotes: QuotesTable;
  bookings: BookingsTable;
  payments: PaymentsTable;
  payment_attempts: PaymentAttemptsTable;
  refund_orders: RefundOrdersTable;
  disputes: DisputesTable;
  booking_money: BookingMoneyView;
  booking_browsers: BookingBrowsersTable;
  booking_companions: BookingCompanionsTable;
  booking_extras: BookingExtrasTable;
  booking_events: BookingEventsTable;
  offers: OffersTable;
  stay_months: StayMonthsTable;
}
