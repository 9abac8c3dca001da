import {
  integerKey,
  isExample,
  optional,
  optionalLink,
  optionalText,
  position,
  table,
  text,
} from '../forms/field-builders.ts';

export default table(
  {
    id: integerKey(998),
    name: text({
      title: 'Name',
      description: 'Chooses the icon',
      minLength: 1,
      maxLength: 100,
      searchable: true,
    }),
    icon_url: optionalLink({ title: 'Icon URL' }),
    description: optionalText({ title: 'Description', maxLength: 500, format: 'textarea', searchable: true }),
    position: optional(position()),
    is_example: isExample(),
  },
  {
    title: 'Amenities',
    description: 'What guests find at the homes',
    order: 6,
    group: 'sell',
    label: 'name',
    preview: '/#amenities',
  },
);
