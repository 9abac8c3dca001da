import type Stripe from 'stripe';
import { type Ledger, newId } from './database.ts';
import { findCharge, findIntent } from './payments.ts';
import { missing } from './stripe-error.ts';

const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** The payer's bank takes a payment back until the dispute is decided. */
export function openDispute(ledger: Ledger, intentId: string, reason: string): Stripe.Dispute {
  const charge = findCharge(ledger, String(findIntent(ledger, intentId).latest_charge));
  const dispute = {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: ledger.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: ledger.now() + WEEK_SECONDS,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intentId,
    reason,
    status: 'needs_response',
  } as unknown as Stripe.Dispute;
  ledger.disputes.put(dispute.id, dispute);
  ledger.charges.put(charge.id, { ...charge, disputed: true });
  ledger.emit('charge.dispute.created', dispute);
  return dispute;
}

/** The merchant sends evidence; the bank has to decide. */
export function answerDispute(ledger: Ledger, id: string): Stripe.Dispute {
  const answered: Stripe.Dispute = { ...findDispute(ledger, id), status: 'under_review' };
  ledger.disputes.put(id, answered);
  ledger.emit('charge.dispute.updated', answered);
  return answered;
}

export const VERDICTS = ['won', 'lost'] as const;

export function closeDispute(ledger: Ledger, id: string, status: (typeof VERDICTS)[number]): Stripe.Dispute {
  const closed: Stripe.Dispute = { ...findDispute(ledger, id), status };
  ledger.disputes.put(id, closed);
  ledger.emit('charge.dispute.closed', closed);
  return closed;
}

export function findDispute(ledger: Ledger, id: string): Stripe.Dispute {
  const dispute = ledger.disputes.get(id);
  if (!dispute) throw missing('dispute', id);
  return dispute;
}
