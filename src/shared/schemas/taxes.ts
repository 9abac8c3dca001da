import {
  anyProperty,
  date,
  integer,
  isExample,
  moment,
  optional,
  optionalText,
  percent,
  position,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    property_id: anyProperty(),
    label: text({
      title: 'Name',
      description: 'As guests read it in the price',
      minLength: 1,
      maxLength: 100,
      searchable: true,
    }),
    jurisdiction: text({
      title: 'Jurisdiction',
      description: 'Whom it is paid to; the tax report adds up by it',
      minLength: 1,
      maxLength: 100,
      searchable: true,
    }),
    percent: percent({ title: 'Percent', description: 'Up to three decimals' }),
    step: optional(
      integer({
        title: 'Step',
        description: 'Taxes of step 2 are levied on those of step 1, too',
        minimum: 1,
        maximum: 9,
        default: 1,
      }),
    ),
    first_night: optional(
      date({
        title: 'From check-in',
        description: 'The first check-in it holds for; left empty: since ever',
      }),
    ),
    last_night: optional(
      date({
        title: 'To check-in',
        description: 'The last check-in it holds for; left empty: until further notice',
      }),
    ),
    max_nights: optional(
      integer({
        title: 'Most nights',
        description: 'Longer stays are exempt; left empty: none are',
        minimum: 1,
        maximum: 730,
      }),
    ),
    description: optionalText({
      title: 'Notes',
      description: 'Such as where the rate is published; guests do not see it',
      maxLength: 2000,
    }),
    position: optional(position()),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
    is_example: isExample(),
  },
  {
    title: 'Taxes',
    description: 'What is levied on stays, and for whom',
    order: 1.5,
    group: 'sell',
    label: 'label',
  },
);
