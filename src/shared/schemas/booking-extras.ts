import {
  boolean,
  cents,
  choice,
  clockTime,
  integer,
  moment,
  optional,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';

const byOrder = { readOnly: true };

/** Read-only throughout: guests order on the page of their trip, hosts decide and charge on the page of the booking. */
export default table(
  {
    id: uuidKey(),
    booking_id: text({ title: 'Booking', format: 'uuid', references: 'bookings', ...byOrder }),
    extra_id: optional(
      text({
        title: 'Extra',
        description: 'Empty: a charge by hosts',
        format: 'uuid',
        references: 'extras',
        ...byOrder,
      }),
    ),
    label: text({ title: 'Name', minLength: 2, maxLength: 80, searchable: true, ...byOrder }),
    quantity: integer({ title: 'Pieces', minimum: 1, maximum: 20, default: 1, ...byOrder }),
    amount_cents: cents({
      title: 'Amount',
      description: 'Of all pieces, before taxes',
      maximum: Number.MAX_SAFE_INTEGER,
      ...byOrder,
    }),
    status: choice(['included', 'asked', 'open', 'paid', 'declined', 'withdrawn', 'refunded'], {
      title: 'Status',
      enumNames: ['In the booking', 'Asked for', 'Open', 'Paid', 'Declined', 'Withdrawn', 'Refunded'],
      ...byOrder,
    }),
    reason: text({
      title: 'Reason',
      description: 'As the guest reads it',
      maxLength: 300,
      default: '',
      ...byOrder,
    }),
    by: text({ title: 'By', ...byOrder }),
    kind: choice(['per_stay', 'per_night', 'per_guest', 'per_guest_per_night', 'per_item'], {
      title: 'Charged',
      enumNames: ['By the stay', 'By the night', 'By the guest', 'By the guest and night', 'By the piece'],
      default: 'per_stay',
      ...byOrder,
    }),
    unit_cents: cents({ title: 'Price', description: 'As it was ordered', minimum: 1, ...byOrder }),
    is_taxed: boolean({ title: 'Taxed', default: true, ...byOrder }),
    moment: choice(['none', 'early_check_in', 'late_check_out'], {
      title: 'Changes a time',
      enumNames: ['No', 'Earlier check-in', 'Later check-out'],
      default: 'none',
      ...byOrder,
    }),
    clock_time: optional(clockTime({ title: 'New time', ...byOrder })),
    created_at: moment('Ordered'),
    decided_at: optional(moment('Decided')),
    paid_at: optional(moment('Paid')),
  },
  {
    title: 'Added to stays',
    description: 'What guests ordered and hosts charged beside the price of a stay',
    order: 1.47,
    group: 'work',
    label: 'label',
    verbs: { create: false, update: false, delete: false },
  },
);
