import { randomInt } from 'node:crypto';
import type Stripe from 'stripe';
import type { Journal, Table } from '../append-log.ts';
import { newSetup, type Setup } from './setup.ts';

/** The API version whose shapes the stand-in speaks: the one the installed `stripe` package asks for. */
export const API_VERSION = '2026-10-28.endive';

export type Session = Stripe.Checkout.Session;

/** A session with what Stripe keeps beside it. */
export type StoredSession = {
  session: Session;
  lineItems: Stripe.LineItem[];
  /** `payment_intent_data` or `subscription_data`, as far as the stand-in honours it. */
  after: {
    description?: string;
    receiptEmail?: string;
    metadata: Record<string, string>;
    setupFutureUsage?: 'off_session' | 'on_session';
  };
};

/** The event types that are sent to a webhook endpoint of the product. */
type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'checkout.session.async_payment_succeeded'
  | 'checkout.session.async_payment_failed'
  | 'payment_intent.succeeded'
  | 'charge.refunded'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'customer.subscription.deleted'
  | 'customer.subscription.updated'
  | 'invoice.paid'
  | 'invoice.payment_failed'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed';

export type StoredEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: { id: string; object: string } };
  livemode: false;
  /** 1 until the product has acknowledged it. */
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: EventType;
};

/** Everything the card provider knows. Objects are replaced, never changed in place. */
export type Ledger = {
  /** The URL of the stand-ins, without a slash at the end. */
  origin: string;
  sessions: Table<StoredSession>;
  intents: Table<Stripe.PaymentIntent>;
  charges: Table<Stripe.Charge>;
  refunds: Table<Stripe.Refund>;
  subscriptions: Table<Stripe.Subscription>;
  invoices: Table<Stripe.Invoice>;
  invoicePayments: Table<Stripe.InvoicePayment>;
  disputes: Table<Stripe.Dispute>;
  /** Cards that belonged to a customer once. */
  detachedCards: Table<{ id: string }>;
  events: Table<StoredEvent>;
  setup: Setup;
  /** Unix time in seconds. */
  now(): number;
  /** Records an event and sends it to the product. */
  emit(type: EventType, object: { id: string; object: string }): void;
};

/** Opens the ledger; `notify` is called with each new event, after it is recorded. */
export function openLedger(
  journal: Journal,
  origin: string,
  notify: (event: StoredEvent) => void,
  clock: () => Date = () => new Date(),
): Ledger {
  const now = () => Math.floor(clock().getTime() / 1000);
  const events = journal.table<StoredEvent>('events', 5000);
  return {
    origin,
    sessions: journal.table('sessions', 20_000),
    intents: journal.table('intents', 20_000),
    charges: journal.table('charges', 20_000),
    refunds: journal.table('refunds', 20_000),
    subscriptions: journal.table('subscriptions', 20_000),
    invoices: journal.table('invoices', 20_000),
    invoicePayments: journal.table('invoice_payments', 20_000),
    disputes: journal.table('disputes', 20_000),
    detachedCards: journal.table('detached_cards', 20_000),
    events,
    setup: newSetup(),
    now,
    emit(type, object) {
      const event: StoredEvent = {
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: now(),
        data: { object: structuredClone(object) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      };
      notify(events.put(event.id, event));
    },
  };
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id such as `pi_3kX…`, as unguessable as Stripe's. */
export function newId(prefix: string, length = 24): string {
  const letters = Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${prefix}_${letters.join('')}`;
}

/** Adds an interval to a Unix time, in UTC, the way billing periods are counted. */
export function addInterval(
  seconds: number,
  interval: 'day' | 'week' | 'month' | 'year',
  count: number,
): number {
  const date = new Date(seconds * 1000);
  if (interval === 'day') date.setUTCDate(date.getUTCDate() + count);
  if (interval === 'week') date.setUTCDate(date.getUTCDate() + 7 * count);
  if (interval === 'month') date.setUTCMonth(date.getUTCMonth() + count);
  if (interval === 'year') date.setUTCFullYear(date.getUTCFullYear() + count);
  return Math.floor(date.getTime() / 1000);
}
