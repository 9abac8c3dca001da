import {
  anyProperty,
  boolean,
  choice,
  isExample,
  moment,
  optional,
  position,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    property_id: anyProperty(),
    title: text({ title: 'Title', minLength: 1, maxLength: 200, searchable: true }),
    html_rich_text: text({
      title: 'Text',
      minLength: 1,
      maxLength: 100_000,
      multiline: true,
      searchable: true,
    }),
    reveal: optional(
      choice(['public', 'booked', 'arrival'], {
        title: 'Shown',
        description: 'Whatever opens a door belongs to the last of them',
        enumNames: [
          'To everybody, on the page of the home',
          'To guests, from the confirmation on',
          'From 3 days before check-in to the end of the check-out day',
        ],
        default: 'booked',
      }),
    ),
    position: optional(position()),
    is_active: optional(boolean({ title: 'Active', description: 'Off, nobody reads it', default: true })),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
    is_example: isExample(),
  },
  {
    title: 'Guide',
    description:
      'What guests read about a home: on its page, once they have booked, and while they are there',
    order: 1.05,
    group: 'sell',
    label: 'title',
    sortedBy: ['property_id', 'position'],
  },
);
