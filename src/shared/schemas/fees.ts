import {
  anyProperty,
  boolean,
  cents,
  choice,
  isExample,
  moment,
  optional,
  percent,
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
      minLength: 1,
      maxLength: 100,
      searchable: true,
    }),
    kind: choice(
      ['per_stay', 'per_night', 'per_extra_guest_per_night', 'per_pet_per_stay', 'percent_of_rent'],
      {
        title: 'Charged',
        description: 'Fees by the stay and by the pet go back whenever a stay is cancelled',
        enumNames: [
          'By the stay',
          'By the night',
          'By the extra guest and night',
          'By the pet',
          'As a part of the rent',
        ],
        default: 'per_stay',
      },
    ),
    amount_cents: optional(cents({ title: 'Amount', description: 'For all but a part of the rent' })),
    percent: optional(
      percent({ title: 'Percent', description: 'Of the rent before discounts; only for a part of the rent' }),
    ),
    is_taxed: optional(
      boolean({ title: 'Taxed', description: 'Taxes are levied on it, too', default: true }),
    ),
    position: optional(position()),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
    is_example: isExample(),
  },
  {
    title: 'Fees',
    description: 'What a stay costs beside the rent, such as cleaning',
    order: 1.4,
    group: 'sell',
    label: 'label',
    sortedBy: ['property_id', 'position'],
  },
);
