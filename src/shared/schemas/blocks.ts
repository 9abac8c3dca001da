import { date, moment, optionalText, propertyId, table, uuidKey } from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    property_id: propertyId(),
    first_night: date({ title: 'First night', indexed: true }),
    last_night: date({
      title: 'Last night',
      description: 'This night included: the day after, guests may arrive',
    }),
    note: optionalText({ title: 'Note', description: 'Only for hosts', maxLength: 500, searchable: true }),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
  },
  {
    title: 'Closed nights',
    description: 'Nights that hosts keep for themselves',
    order: 1.8,
    group: 'sell',
    label: 'note',
  },
);
