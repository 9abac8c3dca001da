import {
  anyProperty,
  boolean,
  cents,
  date,
  integer,
  moment,
  optional,
  percent,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    code: text({
      title: 'Code',
      description: 'Letters, digits, hyphens; capitals do not matter',
      pattern: '^[A-Za-z0-9_-]{2,40}$',
      minLength: 2,
      maxLength: 40,
      searchable: true,
    }),
    percent: optional(
      percent({
        title: 'Percent',
        description: 'Of the rent after discounts; either this or an amount',
        minimum: 0.001,
      }),
    ),
    amount_cents: optional(
      cents({
        title: 'Amount',
        description: 'Off the rent; either this or a percentage',
        minimum: 1,
      }),
    ),
    book_from: optional(date({ title: 'Booked from' })),
    book_until: optional(date({ title: 'Booked until', description: 'This day included' })),
    stay_from: optional(date({ title: 'Nights from' })),
    stay_until: optional(
      date({ title: 'Nights until', description: 'The last night of the stay is this one or earlier' }),
    ),
    min_nights: optional(integer({ title: 'Fewest nights', minimum: 1, maximum: 365 })),
    max_uses: optional(
      integer({
        title: 'Most uses',
        description: 'Confirmed stays and holds together; left empty: any number',
        minimum: 0,
        maximum: 1_000_000,
      }),
    ),
    property_id: anyProperty(),
    is_active: optional(boolean({ title: 'Active', description: 'Guests may use it', default: true })),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
  },
  {
    title: 'Promotion codes',
    description: 'Codes that take something off the rent',
    order: 1.6,
    group: 'sell',
    label: 'code',
  },
);
