import {
  boolean,
  cents,
  choice,
  clockTime,
  integer,
  isExample,
  link,
  list,
  moment,
  number,
  optional,
  optionalText,
  percent,
  position,
  table,
  text,
  uuidKey,
  weekdayList,
} from '../forms/field-builders.ts';
import { slugMaxLength, slugPattern } from '../text/slug.ts';

/** What a home is sold for by the night, and under which rules. */
const bookingFields = {
  booking_mode: optional(
    choice(['instant', 'request', 'inquiry'], {
      title: 'Booked',
      description: 'By inquiry, no night can be booked on the site',
      enumNames: ['At once', 'After you approve', 'By inquiry only'],
      default: 'inquiry',
    }),
  ),
  nightly_cents: optional(
    cents({
      title: 'Price of a night',
      description: 'Rates win over it in their seasons; 0 is not for sale',
      default: 0,
    }),
  ),
  weekend_cents: optional(
    cents({
      title: 'Price of a weekend night',
      description: 'Friday and Saturday nights; left empty: as any other night',
    }),
  ),
  min_nights: optional(integer({ title: 'Fewest nights', minimum: 1, maximum: 365, default: 1 })),
  max_nights: optional(
    integer({ title: 'Most nights', description: 'Left empty: any number', minimum: 1, maximum: 730 }),
  ),
  arrival_days: optional(
    weekdayList({ title: 'Days of arrival', description: 'None checked: any day', default: [] }),
  ),
  turnover_nights: optional(
    integer({
      title: 'Nights kept free between stays',
      description: '0: guests may arrive on the day others leave',
      minimum: 0,
      maximum: 30,
      default: 0,
    }),
  ),
  lead_days: optional(
    integer({
      title: 'Days between booking and check-in',
      description: '0: guests may book for today',
      minimum: 0,
      maximum: 365,
      default: 0,
    }),
  ),
  horizon_days: optional(
    integer({
      title: 'Days ahead that can be booked',
      description: 'The last night on sale, counted from today',
      minimum: 1,
      maximum: 1095,
      default: 540,
    }),
  ),
  guests_included: optional(
    integer({
      title: 'Guests in the price',
      description: 'Above it, the fee for extra guests is charged',
      minimum: 1,
      maximum: 20,
      default: 20,
    }),
  ),
  max_pets: optional(integer({ title: 'Most pets', minimum: 0, maximum: 20, default: 0 })),
  deposit_percent: optional(
    percent({
      title: 'Deposit in percent',
      description: 'Of the total, at booking; 100: all at once',
      minimum: 0.001,
      default: 100,
    }),
  ),
  balance_due_days: optional(
    integer({
      title: 'Days before check-in that the balance is charged',
      description: 'Guests who booked with a deposit pay the rest then',
      minimum: 0,
      maximum: 365,
      default: 30,
    }),
  ),
  cancellation_policy_id: optional(
    text({ title: 'Cancellation policy', format: 'uuid', references: 'cancellation_policies' }),
  ),
  cleaner_id: optional(
    text({
      title: 'Cleaner',
      description: 'Gets every turnover of this home that you give to nobody else',
      format: 'uuid',
      references: 'cleaners',
    }),
  ),
  street_address: optionalText({
    title: 'Street address',
    description: 'With its number. Never public: guests get it 3 days before they arrive',
    maxLength: 300,
  }),
  access_notes: optionalText({
    title: 'Access notes',
    description: 'How to come in, parking. Never public: guests get them 3 days before they arrive',
    maxLength: 5000,
    format: 'textarea',
  }),
};

/** What guests and cleaners need in the home, and what the law asks to show. */
const stayFields = {
  wifi_name: optionalText({
    title: 'Wi-Fi name',
    description: 'Never public: guests find it in the guide, 3 days before they arrive',
    maxLength: 32,
  }),
  wifi_password: optionalText({
    title: 'Wi-Fi password',
    description: 'Never public, as its name; left empty, the network is open',
    maxLength: 63,
  }),
  check_list: optionalText({
    title: 'Check list',
    description: 'What is done between two stays. Only for cleaners',
    maxLength: 100_000,
    multiline: true,
  }),
  licence_state: optionalText({
    title: 'State license',
    description: 'Its number; at the foot of the home’s page and on receipts',
    maxLength: 100,
  }),
  licence_local: optionalText({
    title: 'Local license',
    description: 'Of the city or county; shown beside the state’s',
    maxLength: 100,
  }),
};

export default table(
  {
    id: uuidKey(),
    slug: text({
      title: 'Slug',
      format: 'slug',
      pattern: slugPattern,
      minLength: 1,
      maxLength: slugMaxLength,
    }),
    title: text({ title: 'Title', minLength: 1, maxLength: 200, searchable: true }),
    description: text({
      title: 'Description',
      minLength: 1,
      maxLength: 5000,
      format: 'textarea',
      searchable: true,
    }),
    images: optional(list(link({ title: 'Image' }), { title: 'Images', default: [] })),
    guests: integer({ title: 'Guests', minimum: 1, maximum: 20 }),
    beds: integer({ title: 'Beds', minimum: 0, maximum: 50 }),
    baths: integer({ title: 'Baths', minimum: 0, maximum: 50 }),
    price_preview: optionalText({
      title: 'Price preview',
      description: "Such as 'Starting at $175/night'; left empty: worked out from the rates",
      maxLength: 100,
    }),
    home_type: optional(
      choice(['House', 'Apartment', 'Villa'], {
        title: 'Kind of home',
        enumNames: ['House', 'Apartment', 'Villa'],
        default: 'House',
      }),
    ),
    amenities: optionalText({ title: 'Amenities', description: 'One a line', maxLength: 3000 }),
    sleeping: optionalText({
      title: 'Sleeping arrangement',
      description: "One room a line, such as 'Bunk room: 2 bunk beds, 1 twin bed'",
      maxLength: 2000,
    }),
    house_rules: optionalText({ title: 'House rules', description: 'One a line', maxLength: 3000 }),
    check_in_from: optional(clockTime({ title: 'Check-in from', default: '16:00' })),
    check_out_until: optional(clockTime({ title: 'Check-out until', default: '10:00' })),
    address: optionalText({
      title: 'Address',
      description: 'As guests may read it: the street is enough, without a number',
      maxLength: 200,
    }),
    locality: optionalText({ title: 'Town', maxLength: 100 }),
    latitude: optional(number({ title: 'Latitude', minimum: -90, maximum: 90 })),
    longitude: optional(number({ title: 'Longitude', minimum: -180, maximum: 180 })),
    map_query: optionalText({
      title: 'Map search',
      description: 'What the map of this home is centred on',
      maxLength: 200,
    }),
    share_description: optionalText({
      title: 'Description for search and sharing',
      description: 'Left empty, the description is used',
      maxLength: 200,
    }),
    ...bookingFields,
    ...stayFields,
    is_coming_soon: optional(
      boolean({ title: 'Coming soon', description: 'Shown, but not bookable yet', default: false }),
    ),
    is_listed: optional(boolean({ title: 'Listed', description: 'Shown to guests', default: true })),
    position: optional(position()),
    created_at: moment('Created'),
    updated_at: moment('Updated'),
    is_example: isExample(),
  },
  {
    title: 'Properties',
    description: 'The beach homes on the home page',
    order: 1,
    group: 'sell',
    label: 'title',
    hasEffect: true,
    preview: '/stays/{slug}',
    deleteNote:
      'Products that book it leave the shop, and come back when it is restored from the trash. Offers of it that nobody has taken do not come back.',
  },
);
