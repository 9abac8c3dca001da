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
  /** The `stripe_id` of the charge that this refund or dispute belongs to. */
  charge_id: string | null;
  /** The `stripe_id` of the refund or dispute that this row corrects; its amount may be negative. */
  corrects: Generated<string | null>;
  reason: Generated<string>;
  created_at: Moment;
}

export type AttemptStatus = 'pending' | 'open' | 'processing' | 'paid' | 'expired' | 'failed';

/** A payment page, or a charge to the stored card. A booking has at most one `pending`, `open` or `processing`. */
export interface PaymentAttemptsTable {
  id: string;
  booking_id: string;
  /** `charge`: a separate payment beside the balance; a stored card is charged for the extra with the same id. */
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
  /** When the provider rejected the last call, so that nothing was charged. */
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
  /** The part of a refund by hosts that the guest had overpaid before; only the rest is waived. */
  overpaid_cents: Generated<number>;
  kind: 'cancellation' | 'hosts' | 'too_late' | 'excess' | 'move';
  /** Whether the backup was restored without this refund: its order is lost, and with it the reason. */
  is_lost: Generated<boolean>;
  reason: Generated<string>;
  status: Generated<'pending' | 'done' | 'failed'>;
  /** How many calls failed with an internal error of the provider; part of the idempotency key. */
  tries: Generated<number>;
  created_at: Moment;
}

/** A dispute as the card provider last reported it. */
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

/** A view of the amounts that a booking's guest has paid, gets back and owes; its migration explains each. */
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
