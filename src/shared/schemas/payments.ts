import { cents, choice, moment, optional, table, text, uuidKey } from '../forms/field-builders.ts';

const byActions = { readOnly: true };

/** Read-only throughout: the ledger of what was charged and refunded; what corrects a row has the opposite sign. */
export default table(
  {
    id: uuidKey(),
    booking_id: text({ title: 'Booking', format: 'uuid', references: 'bookings', ...byActions }),
    kind: choice(['charge', 'refund', 'dispute'], {
      title: 'Kind',
      enumNames: ['Charge', 'Refund', 'Lost dispute'],
      ...byActions,
    }),
    amount_cents: cents({
      title: 'Amount',
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      ...byActions,
    }),
    currency: text({ title: 'Currency', pattern: '^[a-z]{3}$', minLength: 3, maxLength: 3, ...byActions }),
    method: choice(['card', 'elsewhere'], {
      title: 'Paid',
      enumNames: ['By card', 'Elsewhere'],
      ...byActions,
    }),
    stripe_id: optional(
      text({ title: 'Stripe payment, refund or dispute', maxLength: 255, searchable: true, ...byActions }),
    ),
    corrects: optional(
      text({ title: 'Refund or dispute that it corrects', maxLength: 255, searchable: true, ...byActions }),
    ),
    reason: text({ title: 'Reason', maxLength: 1000, ...byActions }),
    created_at: moment('Paid at', { indexed: true }),
  },
  {
    title: 'Payments',
    description: 'Every charge, refund and lost dispute of a booking',
    order: 1.15,
    group: 'money',
    label: 'kind',
    verbs: { create: false, update: false, delete: false },
  },
);
