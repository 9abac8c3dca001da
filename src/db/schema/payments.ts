import type { Generated } from 'kysely';
import type { Moment } from './column-types.ts';

/** The ledger, to which rows are only added; what it adds up to is `booking_money`. */
export interface PaymentsTable {
  id: Generated<string>;
  booking_id: string;
  /** `dispute`: what a bank took back for good. */
  kind: 'charge' | 'refund' | 'dispute';
  amount_cents: number;
  currency: Generated<string>;
  method: Generated<'card' | 'elsewhere'>;
  /** The provider's charge, intent, refund or dispute; `null` for what was paid elsewhere. */
  stripe_id: string | null;
  /** Of a refund or a dispute: the `stripe_id` of its charge. */
  charge_id: string | null;
  /** Of a row that corrects a refund or dispute of before: its `stripe_id`; the amount may be negative. */
  corrects: Generated<string | null>;
  reason: Generated<string>;
  created_at: Moment;
}

export type AttemptStatus = 'pending' | 'open' | 'processing' | 'paid' | 'expired' | 'failed';

/** A payment page, or a charge of the stored card. One of a booking at most is `pending`, `open` or `processing`. */
export interface PaymentAttemptsTable {
  id: string;
  booking_id: string;
  /** `charge`: what is due by itself beside the balance; of a stored card the extra with its own id. */
  purpose: 'stay' | 'balance' | 'charge';
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
  /** Whether its page takes bank debits beside cards. */
  takes_bank_debit: Generated<boolean>;
  checked_at: Date | null;
  /** The provider would not carry out the last call: nothing was charged. */
  refused_at: Date | null;
  created_at: Moment;
}

export interface RefundOrdersTable {
  id: string;
  booking_id: string;
  /** The `stripe_id` of the charge in `payments`. */
  payment_id: string;
  amount_cents: number;
  cause: string;
  /** Of a refund by the hosts: what the guest had paid too much before it; only the rest is waived. */
  overpaid_cents: Generated<number>;
  kind: 'cancellation' | 'hosts' | 'too_late' | 'excess' | 'move';
  /** Of a refund that came after the restored backup: the order of before is lost, and why it was made. */
  is_lost: Generated<boolean>;
  reason: Generated<string>;
  status: Generated<'pending' | 'done' | 'failed'>;
  /** How many calls the provider answered with an error of its own; part of the idempotency key. */
  tries: Generated<number>;
  created_at: Moment;
}

/** As the card provider has it now. */
export interface DisputesTable {
  id: string;
  booking_id: string;
  /** The `stripe_id` of the charge in `payments`. */
  payment_id: string;
  amount_cents: number;
  currency: Generated<string>;
  /** The provider's, such as `needs_response`, `under_review`, `won`, `lost`. */
  status: string;
  reason: Generated<string>;
  answer_by: Date | null;
  created_at: Moment;
}

/** What a booking's guest has paid, gets back and owes; the migration says what each is. Never written. */
export interface BookingMoneyView {
  booking_id: string;
  charges: number;
  refunds: number;
  lost: number;
  paid: number;
  pending: number;
  waived: number;
  disputed: number;
  open: number;
  unexplained: number;
  alone: number;
}
