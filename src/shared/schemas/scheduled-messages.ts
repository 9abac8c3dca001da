import {
  choice,
  date,
  moment,
  optional,
  optionalText,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';

const byActions = { readOnly: true };

/** Read-only throughout: what rules planned for stays, and what became of it. */
export default table(
  {
    id: uuidKey(),
    rule_id: text({ title: 'Rule', format: 'uuid', references: 'message_rules', ...byActions }),
    booking_id: text({ title: 'Booking', format: 'uuid', references: 'bookings', ...byActions }),
    due_at: moment('Goes out', { indexed: true }),
    status: choice(['planned', 'sent', 'skipped', 'cancelled'], {
      title: 'Status',
      enumNames: ['Planned', 'Sent', 'Skipped', 'Cancelled'],
      ...byActions,
      default: 'planned',
    }),
    reason: optional(
      choice(
        [
          'late',
          'by_host',
          'not_paid',
          'no_address',
          'stay_cancelled',
          'rule_off',
          'rule_deleted',
          'other_home',
          'moment_over',
          'too_late',
          'restored',
        ],
        {
          title: 'Reason',
          enumNames: [
            'Its moment was over at booking',
            'A host skipped it',
            'Not all is paid',
            'The guest has no address',
            'The stay was cancelled',
            'The rule was switched off',
            'The rule was deleted',
            'The rule is for another home',
            'Its moment was over when the rule changed',
            'Its moment was over when it could be sent',
            'It was due before a backup was restored',
          ],
          ...byActions,
        },
      ),
    ),
    subject: optionalText({ title: 'Subject', description: 'As it was sent', maxLength: 1000, ...byActions }),
    sent_at: optional(moment('Sent')),
    message_id: optional(text({ title: 'Message', format: 'uuid', ...byActions })),
    planned_for: moment('By the rule'),
    waits_until: optional(
      date({ title: 'Waits until', description: 'The check-out, while not all is paid', ...byActions }),
    ),
  },
  {
    title: 'Scheduled messages',
    description: 'What goes out to guests by itself, what went out, and why something did not',
    order: 3.7,
    group: 'work',
    label: 'subject',
    verbs: { create: false, update: false, delete: false },
  },
);
