import { moment, optional, position, table, text, uuidKey } from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    name: text({ title: 'Name', minLength: 1, maxLength: 100, searchable: true }),
    text: text({
      title: 'Text',
      description:
        'Filled in by itself: {guest}, {home}, {dates}, {checkin}, {checkout}, {guests}, {code}, {host}',
      minLength: 1,
      maxLength: 5000,
      format: 'textarea',
      searchable: true,
    }),
    position: optional(position()),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
  },
  {
    title: 'Message templates',
    description: 'Texts for answers to guests, chosen in the inbox',
    order: 3.5,
    label: 'name',
  },
);
