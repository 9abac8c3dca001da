import Type from 'typebox';
import { integerKey, optionalLink, optionalText, position, text } from './fields.ts';

export const amenitiesSchema = Type.Object(
  {
    id: integerKey(998),
    name: text({ title: 'Name', description: 'Chooses the icon', minLength: 1, maxLength: 100 }),
    icon_url: optionalLink({ title: 'Icon URL' }),
    description: optionalText({ title: 'Description', maxLength: 500, multiline: true }),
    position: Type.Optional(position()),
  },
  { title: 'Amenities', description: 'What guests find at the homes' },
);
