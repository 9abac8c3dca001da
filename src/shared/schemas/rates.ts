import {
  cents,
  date,
  integer,
  isExample,
  moment,
  optional,
  optionalText,
  propertyId,
  table,
  uuidKey,
  weekdayList,
} from '../forms/field-builders.ts';

export default table(
  {
    id: uuidKey(),
    property_id: propertyId({ description: 'The home whose nights these are' }),
    name: optionalText({
      title: 'Name',
      description: "Such as 'Summer': guests read it beside the price",
      maxLength: 100,
      searchable: true,
    }),
    first_night: optional(
      date({ title: 'First night', description: 'Left empty: without a beginning', indexed: true }),
    ),
    last_night: optional(
      date({ title: 'Last night', description: 'This night included; left empty: without an end' }),
    ),
    nightly_cents: optional(
      cents({
        title: 'Price of a night',
        description: 'Left empty: the price of the home',
        minimum: 1,
      }),
    ),
    weekend_cents: optional(
      cents({
        title: 'Price of a weekend night',
        description: 'Friday and Saturday nights; left empty: as the other nights of this rate',
        minimum: 1,
      }),
    ),
    min_nights: optional(
      integer({
        title: 'Fewest nights',
        description: 'Of stays that begin in these nights; left empty: as the home says',
        minimum: 1,
        maximum: 365,
      }),
    ),
    arrival_days: optional(weekdayList({ title: 'Days of arrival', description: 'None checked: any day' })),
    priority: optional(
      integer({
        title: 'Priority',
        description: 'Where rates overlap, the higher number wins, then the newer rate',
        minimum: 0,
        maximum: 1_000_000,
        default: 0,
      }),
    ),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
    is_example: isExample(),
  },
  {
    title: 'Rates',
    description: 'What nights cost in a season, and which stays may begin in it',
    order: 1.2,
    group: 'sell',
    label: 'name',
    sortedBy: ['property_id', 'first_night'],
    requiredGroup: {
      fields: ['nightly_cents', 'weekend_cents', 'min_nights', 'arrival_days', 'first_night', 'last_night'],
      message: 'Set the nights of this rate, a price, the fewest nights or the days of arrival',
    },
    hasEffect: true,
  },
);
