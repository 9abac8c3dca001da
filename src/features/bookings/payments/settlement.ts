import type { BookingStatus } from '../../../db/schema/bookings.ts';
import type { AttemptStatus } from '../../../db/schema/payments.ts';
import { canBecome } from '../record/booking.ts';

/** The provider's present state of one payment attempt. */
export type ProviderState =
  | { kind: 'open' | 'processing' | 'expired' | 'failed' }
  | {
      kind: 'paid';
      paymentId: string;
      amount: number;
    };

/** A booking in our ledger before an attempt is settled. Money in minor units. */
export interface LedgerState {
  status: BookingStatus;
  total: number;
  /** Charges less refunds, those under way included. */
  paid: number;
  /** Whether the attempt's payment is in the ledger. */
  isRecorded: boolean;
  /** Whether the payment is in time for its stay. */
  isSold: boolean;
  /** The refund of a payment that a bank finished after its stay was cancelled; `null`: all of it. */
  delayedPaymentRefund: number | null;
}

/** The changes to our ledger. */
export interface Settlement {
  attempt: AttemptStatus;
  charge: { paymentId: string; amount: number } | null;
  becomes: 'confirmed' | null;
  /** `too_late`: the payment, or what the cancellation policy refunds of it; `excess`: what exceeds the total. */
  refund: { kind: 'too_late' | 'excess'; amount: number } | null;
}

/** Decides how an attempt is settled, by the provider's present state; applying the result twice changes nothing. */
export function decideSettlement(books: LedgerState, provider: ProviderState): Settlement {
  const unchanged = { charge: null, becomes: null, refund: null };
  if (provider.kind !== 'paid') return { attempt: provider.kind, ...unchanged };
  if (books.isRecorded) return { attempt: 'paid', ...unchanged };
  const charge = { paymentId: provider.paymentId, amount: provider.amount };
  const paid = { attempt: 'paid' as const, charge, becomes: null };
  if (books.status !== 'confirmed') {
    if (canBecome(books.status, 'confirmed') && books.isSold)
      return { ...paid, becomes: 'confirmed', refund: excess(books, charge.amount) };
    const amount = books.delayedPaymentRefund ?? charge.amount;
    return { ...paid, refund: amount > 0 ? { kind: 'too_late', amount } : null };
  }
  return { ...paid, refund: excess(books, charge.amount) };
}

function excess({ total, paid }: LedgerState, amount: number): Settlement['refund'] {
  const over = Math.min(amount, paid + amount - total);
  return over > 0 ? { kind: 'excess', amount: over } : null;
}

/** Decides the next step towards the end of an expired hold: its payment page is closed first. */
export function holdStep(
  hold: { status: BookingStatus; hold_expires_at: Date | null },
  activeAttempt: AttemptStatus | null,
  now: Date,
): 'keep' | 'close_page' | 'end' {
  if (hold.status !== 'held' || hold.hold_expires_at === null || hold.hold_expires_at > now) return 'keep';
  if (activeAttempt === null) return 'end';
  // A delayed payment extends the hold until it fails.
  return activeAttempt === 'processing' ? 'keep' : 'close_page';
}
