import { choice, moment, optionalText, table, text, uuidKey } from '../forms/field-builders.ts';

const bySignIn = { readOnly: true };

/** People come by signing in and go by deleting their account; hosts only say who is a host. */
export default table(
  {
    id: uuidKey(),
    email: text({
      title: 'Email',
      format: 'email',
      minLength: 3,
      maxLength: 254,
      searchable: true,
      ...bySignIn,
    }),
    name: optionalText({ title: 'Name', maxLength: 200, searchable: true, ...bySignIn }),
    role: choice(['guest', 'admin'], {
      title: 'Role',
      description: 'Administrators may do everything here',
      enumNames: ['Guest', 'Administrator'],
      default: 'guest',
    }),
    created_at: moment('First signed in', { indexed: true }),
  },
  {
    title: 'People',
    description: 'Everyone who has signed in',
    order: 10,
    group: 'site',
    label: 'email',
    verbs: { create: false, delete: false },
  },
);
