import {
  choice,
  integer,
  integerMax,
  table,
  text,
  uuidKey,
} from '../../../src/shared/forms/field-builders.ts';

/** The table of a million rows that the admin is measured with. */
export default table(
  {
    id: uuidKey(),
    name: text({ title: 'Name', minLength: 1, maxLength: 200, searchable: true }),
    email: text({ title: 'Email', format: 'email', maxLength: 254 }),
    status: choice(['new', 'active', 'away', 'gone'], { title: 'Status', default: 'new' }),
    points: integer({ title: 'Points', minimum: 0, maximum: integerMax }),
    joined_at: text({ title: 'Joined', format: 'date-time', indexed: true }),
  },
  { title: 'People of the benchmark', description: 'A million of them', label: 'name' },
);
