import type { Generated } from 'kysely';
import type { Static } from 'typebox';
import type inquiries from '../../shared/schemas/inquiries.ts';
import type products from '../../shared/schemas/products.ts';
import type purchases from '../../shared/schemas/purchases.ts';
import type waitlistEntries from '../../shared/schemas/waitlist-entries.ts';
import type { Moment } from './column-types.ts';
import type { TableColumns } from './table-columns.ts';

type ProductFields = Required<Static<typeof products>>;
type PurchaseFields = Required<Static<typeof purchases>>;

type BillingPeriod = ProductFields['billing_period'];

export type ProductsTable = TableColumns<
  typeof products,
  {
    id: string;
    currency: string;
    billing_type: ProductFields['billing_type'];
  }
>;

export type WaitlistEntriesTable = TableColumns<
  typeof waitlistEntries,
  {
    id: string;
  }
>;

type InquiriesTable = TableColumns<
  typeof inquiries,
  {
    id: string;
  }
>;

export type CheckoutStatus = 'pending' | 'open' | 'complete' | 'expired' | 'failed';
type PurchaseType = PurchaseFields['type'];

export interface CheckoutsTable {
  id: string;
  idempotency_key: string | null;
  product_id: string;
  product_name: string;
  product_description: Generated<string>;
  product_images: Generated<string[]>;
  unit_amount_cents: number;
  currency: string;
  quantity: number;
  type: PurchaseType;
  billing_period: BillingPeriod | null;
  status: Generated<CheckoutStatus>;
  stripe_session_id: string | null;
  stripe_url: string | null;
  expires_at: Date;
  last_checked_at: Date | null;
  created_at: Moment;
}

/** Only subscriptions can be `past_due` or `paused`. */
export type PurchaseStatus = PurchaseFields['status'];

export type PurchasesTable = TableColumns<
  typeof purchases,
  {
    id: string;
    purchased_at: Date;
    status: Generated<PurchaseStatus>;
  }
>;

export interface WebhookEventsTable {
  id: string;
  type: string;
  received_at: Moment;
}

interface ProviderEventSyncTable {
  id: Generated<boolean>;
  synced_until: Date;
}

/** One row while payments wait after a restore. */
interface PaymentPauseTable {
  id: Generated<boolean>;
  /** The moment of the backup that was restored. */
  since: Date;
  notified_at: Date | null;
}

export interface UnknownPaymentsTable {
  /** The provider's payment intent. */
  payment_id: string;
  /** The booking that the payment names; null for a purchase in the shop. */
  booking_id: string | null;
  booking_code: string | null;
  checkout_id: string | null;
  amount_cents: number;
  refunded_cents: Generated<number>;
  currency: string;
  description: string;
  paid_at: Date;
  created_at: Moment;
  /** When a host marked it as done. */
  done_at: Date | null;
  /** The host's user id. */
  done_by: string | null;
  done_note: Generated<string>;
  /** The provider's id of the newest dispute about it. */
  dispute_id: string | null;
  dispute_status: string | null;
}

export interface SalesTables {
  products: ProductsTable;
  inquiries: InquiriesTable;
  waitlist_entries: WaitlistEntriesTable;
  checkouts: CheckoutsTable;
  purchases: PurchasesTable;
  webhook_events: WebhookEventsTable;
  provider_event_sync: ProviderEventSyncTable;
  payment_pause: PaymentPauseTable;
  unknown_payments: UnknownPaymentsTable;
}
