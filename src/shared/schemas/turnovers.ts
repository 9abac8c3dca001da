import {
  boolean,
  choice,
  date,
  integer,
  link,
  list,
  moment,
  optional,
  propertyId,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';

const byTriggers = { readOnly: true };

/** Read-only throughout: one for every departure, kept by the database; hosts act on `/admin/turnovers`. */
export default table(
  {
    id: uuidKey(),
    property_id: propertyId(byTriggers),
    departs_on: date({ title: 'Guests leave', indexed: true, ...byTriggers }),
    arrives_on: optional(
      date({ title: 'Next guests', description: 'Empty: nobody yet', indexed: true, ...byTriggers }),
    ),
    cleaner_id: optional(text({ title: 'Cleaner', format: 'uuid', references: 'cleaners', ...byTriggers })),
    status: choice(['todo', 'done', 'problem'], {
      title: 'Status',
      enumNames: ['To do', 'Done', 'Problem'],
      default: 'todo',
      ...byTriggers,
    }),
    is_same_day: boolean({ title: 'Same day', default: false, ...byTriggers }),
    guests: optional(
      integer({
        title: 'Next guests’ number',
        description: 'Empty: unknown',
        minimum: 1,
        maximum: 20,
        ...byTriggers,
      }),
    ),
    pets: optional(integer({ title: 'Pets', minimum: 0, maximum: 20, ...byTriggers })),
    note: text({ title: 'Note', maxLength: 2000, default: '', searchable: true, ...byTriggers }),
    report: text({ title: 'Report', maxLength: 4000, default: '', searchable: true, ...byTriggers }),
    photos: list(link({ title: 'Photo' }), { title: 'Photos', default: [], ...byTriggers }),
    done_at: optional(moment('Done at')),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
  },
  {
    title: 'Turnovers',
    description: 'The work between a departure and the next arrival',
    order: 1.96,
    group: 'work',
    label: 'departs_on',
    verbs: { create: false, update: false, delete: false },
  },
);
