import type { BookingRecord } from './load-record.server.ts';
import type { Payment } from './payments-store.server.ts';

/** Converts payments and refunds to the form of responses; amounts in minor units. */
export function toLedger({ payments, pendingRefunds }: Pick<BookingRecord, 'payments' | 'pendingRefunds'>) {
  const ofKind = (kind: Payment['kind']) =>
    payments
      .filter((payment) => payment.kind === kind)
      .map(({ amount_cents: amount, created_at, method, reason, stripe_id: reference }) => ({
        amount,
        at: created_at.toISOString(),
        method,
        reason,
        reference,
      }));
  return {
    payments: ofKind('charge'),
    refunds: [
      ...ofKind('refund').map((refund) => ({ ...refund, status: 'done' as const })),
      ...pendingRefunds.map(({ amount_cents: amount, created_at, reason }) => ({
        amount,
        at: created_at.toISOString(),
        status: 'pending' as const,
        method: 'card' as const,
        reason,
        reference: null,
      })),
    ],
  };
}
