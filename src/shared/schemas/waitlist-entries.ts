import { date, integer, moment, optional, table, text, uuidKey } from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    property_id: text({ title: 'Home', format: 'uuid', references: 'properties', readOnly: true }),
    email: text({ title: 'Email', format: 'email', maxLength: 254, readOnly: true, searchable: true }),
    checkin: optional(date({ title: 'Check-in', readOnly: true })),
    checkout: optional(date({ title: 'Check-out', readOnly: true })),
    guests: optional(integer({ title: 'Guests', minimum: 1, maximum: 20, readOnly: true })),
    created_at: moment('Asked', { indexed: true }),
    notified_at: optional(moment('Told')),
  },
  {
    title: 'Notify list',
    description: 'Who wants to hear when a home opens, or when its nights do',
    order: 12,
    group: 'work',
    label: 'email',
    verbs: { create: false, update: false, delete: true },
  },
);
