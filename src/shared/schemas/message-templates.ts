import {
  isExample,
  moment,
  optional,
  optionalText,
  position,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';
import { placeholderNames } from '../placeholder-names.ts';

export default table(
  {
    id: uuidKey(),
    name: text({ title: 'Name', minLength: 1, maxLength: 100, searchable: true }),
    subject: optionalText({
      title: 'Subject',
      description: 'Of messages that go out by themselves; left empty: the name. Takes placeholders, too',
      maxLength: 200,
      searchable: true,
    }),
    text: text({
      title: 'Text',
      description: `Filled in by itself: ${placeholderNames.map((name) => `{${name}}`).join(', ')}`,
      minLength: 1,
      maxLength: 5000,
      format: 'textarea',
      searchable: true,
    }),
    position: optional(position()),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
    is_example: isExample(),
  },
  {
    title: 'Message templates',
    description: 'Texts for answers in the inbox, and for messages that go out by themselves',
    deleteNote: 'Rules that send them are deleted, too.',
    order: 3.5,
    group: 'work',
    label: 'name',
  },
);
