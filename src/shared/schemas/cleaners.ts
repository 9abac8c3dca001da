import {
  boolean,
  choice,
  moment,
  optional,
  optionalText,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    name: text({ title: 'Name', minLength: 1, maxLength: 100, searchable: true }),
    email: text({
      title: 'Email',
      description:
        'Where the week and its changes are mailed. Another address ends the link; the next mail holds a new one',
      format: 'email',
      minLength: 3,
      maxLength: 254,
      searchable: true,
    }),
    phone: optionalText({
      title: 'Phone',
      description: 'Only for the hosts',
      maxLength: 50,
      searchable: true,
    }),
    language: optional(
      choice(['en', 'es'], {
        title: 'Language',
        description: 'Of the page that the link opens',
        enumNames: ['English', 'Spanish'],
        default: 'en',
      }),
    ),
    is_active: optional(
      boolean({
        title: 'Active',
        description: 'Switched off, the link leads nowhere and no mail is sent',
        default: true,
      }),
    ),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
  },
  {
    title: 'Cleaners',
    description: 'Who cleans between two stays, with a secret link instead of an account',
    order: 1.95,
    group: 'work',
    label: 'name',
  },
);
