import { choice, moment, optional, table, text, uuidKey } from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    from_path: text({
      title: 'Old address',
      description: 'From the first slash: /old-page',
      pattern: '^/[^?#\\s]+$',
      minLength: 2,
      maxLength: 250,
      searchable: true,
    }),
    to_path: text({
      title: 'New address',
      description: 'On this site: /stays/the-beachcomber',
      pattern: '^/([^/\\\\\\s][^\\\\\\s]*)?$',
      minLength: 1,
      maxLength: 250,
      searchable: true,
    }),
    status: optional(
      choice(['301', '308'], {
        title: 'Status',
        enumNames: ['301 Moved for good', '308 Moved for good, forms too'],
        default: '301',
      }),
    ),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
  },
  {
    title: 'Redirects',
    description: 'Old addresses and where they lead now',
    order: 11,
    group: 'site',
    label: 'from_path',
  },
);
