import {
  cents,
  choice,
  date,
  integer,
  moment,
  optional,
  propertyId,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';

const byActions = { readOnly: true };
const amount = (title: string) =>
  cents({ title, minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...byActions });

/** All columns are read-only: only actions of guests, hosts and the card provider change a booking. */
export default table(
  {
    id: uuidKey(),
    code: text({ title: 'Code', maxLength: 8, searchable: true, ...byActions }),
    status: choice(['held', 'requested', 'confirmed', 'expired', 'released', 'declined', 'cancelled'], {
      title: 'Status',
      enumNames: ['Held', 'Requested', 'Confirmed', 'Expired', 'Let go', 'Declined', 'Cancelled'],
      ...byActions,
    }),
    property_id: propertyId(byActions),
    checkin: date({ title: 'Check-in', indexed: true, ...byActions }),
    checkout: date({ title: 'Check-out', ...byActions }),
    guests: integer({ title: 'Guests', minimum: 1, maximum: 20, ...byActions }),
    pets: integer({ title: 'Pets', minimum: 0, maximum: 20, ...byActions }),
    name: text({ title: 'Guest', maxLength: 200, searchable: true, ...byActions }),
    email: text({ title: 'Email', format: 'email', maxLength: 254, searchable: true, ...byActions }),
    phone: text({ title: 'Phone', maxLength: 50, searchable: true, ...byActions }),
    note: text({ title: 'Note', description: 'What the guest wrote', maxLength: 2000, ...byActions }),
    plan: choice(['full', 'deposit'], {
      title: 'Plan',
      enumNames: ['All at once', 'Deposit and balance'],
      ...byActions,
    }),
    total_cents: amount('Total'),
    currency: text({ title: 'Currency', pattern: '^[a-z]{3}$', minLength: 3, maxLength: 3, ...byActions }),
    due_now_cents: amount('Due at booking'),
    balance_due_on: optional(date({ title: 'Balance due', ...byActions })),
    source: choice(['site', 'agent', 'hosts', 'offer'], {
      title: 'Made by',
      enumNames: ['Guest on the site', 'Guest, sent by an agent', 'Hosts', 'Offer'],
      ...byActions,
    }),
    hold_expires_at: optional(moment('Held until')),
    confirmed_at: optional(moment('Confirmed')),
    cancelled_at: optional(moment('Cancelled')),
    created_at: moment('Made', { indexed: true }),
    updated_at: moment('Updated'),
  },
  {
    title: 'Bookings',
    description: 'Stays that guests hold, have asked for or have booked',
    order: 1.1,
    group: 'work',
    label: 'code',
    fromGuests: true,
    verbs: { create: false, update: false, delete: false },
  },
);
