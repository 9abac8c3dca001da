import { isExample, moment, table, text, uuidKey } from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    slug: text({
      title: 'Address',
      description: 'The page stands at /terms for the address terms',
      format: 'slug',
      pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
      minLength: 1,
      maxLength: 100,
      readOnly: true,
    }),
    title: text({ title: 'Title', minLength: 1, maxLength: 200, searchable: true }),
    html_rich_text: text({ title: 'Text', minLength: 1, maxLength: 100_000, multiline: true }),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
    is_example: isExample(),
  },
  {
    title: 'Pages',
    description: 'Terms, privacy and cancellation, as guests read and agree to them',
    order: 9.5,
    group: 'site',
    label: 'title',
    preview: '/{slug}',
    verbs: { create: false, delete: false },
  },
);
