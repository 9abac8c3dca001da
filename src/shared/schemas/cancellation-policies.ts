import {
  integer,
  isExample,
  list,
  moment,
  optional,
  record,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    name: text({
      title: 'Name',
      description: 'As guests read it',
      minLength: 1,
      maxLength: 100,
      searchable: true,
    }),
    steps: optional(
      list(
        record(
          {
            days_before: integer({ title: 'Days before check-in', minimum: 0, maximum: 1095 }),
            refund_percent: integer({ title: 'Refund in percent', minimum: 0, maximum: 100 }),
          },
          { title: 'Step' },
        ),
        {
          title: 'Steps',
          description:
            'Up to so many days before check-in, this part of the rent goes back; after the last one, nothing',
          default: [],
        },
      ),
    ),
    grace_hours: optional(
      integer({
        title: 'Hours to think it over',
        description: 'After booking everything goes back, while check-in is at least 7 days away',
        minimum: 0,
        maximum: 336,
        default: 0,
      }),
    ),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
    is_example: isExample(),
  },
  {
    title: 'Cancellation policies',
    description: 'What goes back to guests who cancel',
    order: 1.7,
    group: 'sell',
    label: 'name',
  },
);
