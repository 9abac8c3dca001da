import { moment, optional, table, text, uuidKey } from '../forms/field-builders.ts';

const byGuests = { readOnly: true };

/** Read-only throughout: guests make and end the links on the page of their trip. */
export default table(
  {
    id: uuidKey(),
    booking_id: text({ title: 'Booking', format: 'uuid', references: 'bookings', ...byGuests }),
    name: text({ title: 'Name', minLength: 1, maxLength: 80, searchable: true, ...byGuests }),
    created_at: moment('Shared'),
    revoked_at: optional(moment('Ended')),
  },
  {
    title: 'Companions',
    description: 'With whom guests shared a stay: its guide and access, nothing of its price',
    order: 3.8,
    group: 'work',
    label: 'name',
    verbs: { create: false, update: false, delete: false },
  },
);
