import {
  anyProperty,
  boolean,
  cents,
  choice,
  clockTime,
  integer,
  moment,
  optional,
  optionalText,
  position,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    property_id: anyProperty(),
    label: text({
      title: 'Name',
      description: 'As guests read it in the price',
      minLength: 2,
      maxLength: 80,
      searchable: true,
    }),
    description: optionalText({
      title: 'Description',
      description: 'What guests get, in a sentence',
      maxLength: 300,
    }),
    kind: choice(['per_stay', 'per_night', 'per_guest', 'per_guest_per_night', 'per_item'], {
      title: 'Charged',
      enumNames: ['By the stay', 'By the night', 'By the guest', 'By the guest and night', 'By the piece'],
      default: 'per_stay',
    }),
    amount_cents: cents({ title: 'Price', description: 'Before taxes', minimum: 1 }),
    is_taxed: optional(
      boolean({ title: 'Taxed', description: 'Taxes are levied on it, too', default: true }),
    ),
    max_quantity: optional(
      integer({
        title: 'At most',
        description: 'Pieces for one stay; 1 for all that is not charged by the piece',
        minimum: 1,
        maximum: 20,
        default: 1,
      }),
    ),
    offered: choice(['booking', 'trip', 'both'], {
      title: 'Offered',
      description: 'What needs your approval is offered only on the page of the trip',
      enumNames: ['While booking', 'On the page of the trip', 'On both'],
      default: 'both',
    }),
    moment: choice(['none', 'early_check_in', 'late_check_out'], {
      title: 'Changes a time',
      enumNames: ['No', 'Earlier check-in', 'Later check-out'],
      default: 'none',
    }),
    clock_time: optional(
      clockTime({
        title: 'New time',
        description:
          'On a 24-hour clock, such as 13:00: a check-in at most 4 hours before the home’s, a check-out between its check-out and its check-in',
      }),
    ),
    needs_approval: optional(
      boolean({
        title: 'Needs your approval',
        description: 'You decide about each order; always so where it changes a time',
        default: false,
      }),
    ),
    last_days: optional(
      integer({
        title: 'Days before',
        description:
          'Ordered so many days before the check-in at the latest, a late check-out before the check-out',
        minimum: 0,
        maximum: 60,
        default: 1,
      }),
    ),
    is_active: optional(boolean({ title: 'Switched on', default: true })),
    position: optional(position()),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
  },
  {
    title: 'Extras',
    description: 'What guests may add to a stay, such as a beach cart; never part of the first price',
    order: 1.45,
    group: 'sell',
    label: 'label',
  },
);
