import {
  boolean,
  cents,
  choice,
  integerMax,
  isExample,
  link,
  list,
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
    property_id: optional(
      text({
        title: 'Property',
        description: 'The home it books; its facts are shown in the shop',
        format: 'uuid',
        references: 'properties',
      }),
    ),
    name: text({ title: 'Name', minLength: 1, maxLength: 200, searchable: true }),
    description: optionalText({
      title: 'Description',
      maxLength: 2000,
      format: 'textarea',
      searchable: true,
    }),
    images: optional(list(link({ title: 'Image' }), { title: 'Images', default: [] })),
    price_cents: cents({
      title: 'Price',
      description: 'In the currency below',
      minimum: 50,
      maximum: integerMax,
    }),
    currency: text({ title: 'Currency', pattern: '^[a-z]{3}$', minLength: 3, maxLength: 3, default: 'usd' }),
    billing_type: choice(['one_time', 'recurring'], {
      title: 'Billing type',
      enumNames: ['Paid once', 'Recurring'],
      default: 'one_time',
    }),
    billing_period: optional(
      choice(['day', 'week', 'month', 'year'], {
        title: 'Billing period',
        description: 'For recurring products',
        enumNames: ['Day', 'Week', 'Month', 'Year'],
      }),
    ),
    is_listed: optional(boolean({ title: 'Listed', description: 'Shown in the shop', default: true })),
    position: optional(position()),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
    is_example: isExample(),
  },
  {
    title: 'Products',
    description: 'What guests can buy in the shop',
    order: 2,
    group: 'sell',
    label: 'name',
    preview: '/shop',
  },
);
