import {
  anyProperty,
  boolean,
  choice,
  clockTime,
  integer,
  moment,
  optional,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    name: text({ title: 'Name', minLength: 1, maxLength: 100, searchable: true }),
    template_id: text({
      title: 'Template',
      description: 'What it sends',
      format: 'uuid',
      references: 'message_templates',
    }),
    event: choice(['booked', 'arrival', 'departure'], {
      title: 'Counted from',
      enumNames: ['The confirmation', 'The check-in', 'The check-out'],
      default: 'arrival',
    }),
    offset_days: optional(
      integer({
        title: 'Days after',
        description: 'Below 0: days before; from the confirmation 0 or more',
        minimum: -365,
        maximum: 365,
        default: 0,
      }),
    ),
    at_time: optional(
      clockTime({
        title: 'At',
        description: 'On a 24-hour clock at the homes, such as 17:00',
        default: '10:00',
      }),
    ),
    property_id: anyProperty(),
    when_late: optional(
      choice(['send', 'skip'], {
        title: 'For late bookings',
        description: 'Where the moment was over when the stay was booked',
        enumNames: ['Send at once', 'Do not send'],
        default: 'send',
      }),
    ),
    only_if_paid: optional(
      boolean({
        title: 'Only once all is paid',
        description: 'Waits for the payment, at most until the check-out',
        default: false,
      }),
    ),
    is_active: optional(boolean({ title: 'Switched on', default: true })),
    effective_at: moment('In effect since'),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
  },
  {
    title: 'Message rules',
    description: 'Which templates go out by themselves, and when',
    order: 3.6,
    group: 'work',
    label: 'name',
    draftNote: 'message-rules/dates',
    deleteNote: 'What they have planned is not sent.',
  },
);
