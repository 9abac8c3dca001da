import { choice, integer, moment, optionalText, table, text, uuidKey } from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    name: text({ title: 'Name', minLength: 2, maxLength: 100, searchable: true }),
    email: text({ title: 'Email', format: 'email', maxLength: 254, searchable: true }),
    phone: optionalText({ title: 'Phone', maxLength: 40, searchable: true }),
    property_title: text({ title: 'Property', minLength: 1, maxLength: 200 }),
    check_in: text({ title: 'Check-in', format: 'date' }),
    check_out: text({ title: 'Check-out', format: 'date' }),
    guests: integer({ title: 'Guests', minimum: 1, maximum: 12 }),
    message: optionalText({ title: 'Message', maxLength: 5000, format: 'textarea', searchable: true }),
    created_at: moment('Received', { indexed: true }),
    status: choice(['new', 'answered', 'archived'], {
      title: 'Status',
      enumNames: ['New', 'Answered', 'Archived'],
      default: 'new',
    }),
  },
  {
    title: 'Inquiries',
    description: 'Booking inquiries from the contact form',
    order: 3,
    group: 'work',
    label: 'name',
    fromGuests: true,
  },
);
