import {
  anyProperty,
  choice,
  integer,
  isExample,
  moment,
  optional,
  optionalText,
  percent,
  table,
  uuidKey,
} from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    property_id: anyProperty(),
    kind: choice(['length_of_stay', 'early', 'last_minute'], {
      title: 'Kind',
      description: 'Of each kind, the largest discount that applies is taken off',
      enumNames: ['For a longer stay', 'For booking early', 'For booking at the last minute'],
      default: 'length_of_stay',
    }),
    label: optionalText({
      title: 'Name',
      description: 'As guests read it in the price; left empty: the kind',
      maxLength: 100,
    }),
    from_nights: optional(
      integer({
        title: 'From nights',
        description: 'The stay has at least as many nights',
        minimum: 1,
        maximum: 730,
      }),
    ),
    days_before: optional(
      integer({
        title: 'Days before check-in',
        description: 'Early: at least as many; last minute: at most as many',
        minimum: 0,
        maximum: 1095,
      }),
    ),
    percent: percent({ title: 'Percent', description: 'Of the whole rent', minimum: 0.001 }),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
    is_example: isExample(),
  },
  {
    title: 'Discounts',
    description: 'What is taken off for long stays, and for booking early or late',
    order: 1.3,
    group: 'sell',
    label: 'label',
    sortedBy: ['property_id', 'kind', 'from_nights', 'days_before'],
  },
);
