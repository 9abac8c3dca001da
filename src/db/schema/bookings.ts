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

/** The taxes in a price for one jurisdiction, in minor units. */
export interface TaxShare {
  jurisdiction: string;
  /** The tax base. */
  taxable: number;
  /** The amount that is exempt because the stay is longer than the tax's limit. */
  exempt: number;
  due: number;
}

/** The guest's report about the arrival. */
export interface ArrivalDetails {
  /** The time on the home's clock: `17:30`. */
  arrivalTime?: string;
  cars?: number;
  adults?: number;
  children?: number;
  /** The names of the guests. */
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
  /** The nights that the database keeps free after the stay, as the home had it at the time of booking. */
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
  /** Only triggers write this and the five sums after it; `booking_money` defines them. */
  paid_cents: Derived;
  pending_cents: Derived;
  waived_cents: Derived;
  /** Jobs and lists filter by the literal `open_cents > 0`: it has an index. */
  open_cents: Derived;
  /** Refunds and lost disputes. */
  returned_cents: Derived;
  /** The taxes in its price for each jurisdiction. */
  taxes: ColumnType<TaxShare[], never, never>;
  /** The amount to pay at booking. */
  due_now_cents: number;
  balance_due_on: string | null;
  promo_code_id: string | null;
  /** Word for word what the guest agreed to: `{ "houseRules": …, "cancellation": … }`. */
  agreed: ColumnType<Record<string, unknown>, string | undefined, string>;
  /** Opens the door for this stay; empty: the property's `access_notes` hold the only code. */
  access_code: Generated<string>;
  /** `{}`: nothing was said. */
  arrival_details: ColumnType<ArrivalDetails, string | undefined, string>;
  hold_expires_at: Date | null;
  source: Generated<'site' | 'agent' | 'hosts' | 'offer'>;
  /** SHA-256 of the client's key and the `Idempotency-Key`. */
  idempotency_key: string | null;
  /** SHA-256 of the token in the cookie of the browser that made it. */
  browser_hash: Buffer | null;
  /** The client that live holds are counted by. */
  client_key: Generated<string>;
  stripe_customer_id: string | null;
  stripe_payment_method_id: string | null;
  balance_announced_at: Date | null;
  /** How often the stored card was declined. */
  balance_declines: Generated<number>;
  /** When a declined card is tried again. */
  next_charge_at: Date | null;
  arrival_sent_at: Date | null;
  /** The day after which name and address are deleted, if the guest has deleted their account. */
  anonymize_on: string | null;
  /** When the guest opened the link of the mail about a request. */
  email_confirmed_at: Date | null;
  confirmed_at: Date | null;
  cancelled_at: Date | null;
  /** An approved time before the home's check-in; only triggers write this and the next. */
  early_check_in: ColumnType<string | null, never, never>;
  late_check_out: ColumnType<string | null, never, never>;
  created_at: Moment;
  updated_at: Moment;
}

interface BookingBrowsersTable {
  booking_id: string;
  browser_hash: Buffer;
  created_at: Moment;
  /** Whether this browser followed the link in the guest's mail. */
  opened_mail: Generated<boolean>;
}

/** A companion, who opens the stay by a link of their own. */
type BookingCompanionsTable = TableColumns<
  typeof bookingCompanions,
  {
    /** SHA-256 of the token in the link. */
    token_hash: Buffer;
  }
>;

export type BookingExtraStatus = FieldValue<typeof bookingExtras, 'status'>;

/** The extras and charges of stays. */
export type BookingExtrasTable = TableColumns<
  typeof bookingExtras,
  {
    /** How an open extra is paid: with the outstanding balance, or separately. `null`: part of the booked price. */
    collect: 'balance' | 'link' | 'card' | 'elsewhere' | null;
    /** The amount of a separate payment for an open extra, with taxes, in minor units. */
    due_cents: Generated<number>;
  }
>;

/** The events of a booking in order, which are its history on the hosts' screens. */
interface BookingEventsTable {
  id: Generated<number>;
  booking_id: string;
  /** The kind of the event, such as `held`, `confirmed`, `mail_sent`. */
  event: string;
  /** The host's address, or `guest`, `system`, `card provider`. */
  actor: string;
  details: ColumnType<Record<string, unknown>, string | undefined, string>;
  created_at: Moment;
}

/** The nights and the rent of a confirmed stay in one month, as long as they stood so; only triggers write it. */
interface StayMonthsTable {
  booking_id: string;
  property_id: string;
  /** The first of the month. */
  month: string;
  first_night: string;
  nights: number;
  rent_cents: number;
  /** The nights of the whole stay; set only in the month of its check-in. */
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
