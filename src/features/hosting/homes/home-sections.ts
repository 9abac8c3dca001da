import type { TableForm } from '../../admin/schema/table.ts';

/** A part of a home's page that saves by itself. */
export interface HomeSection {
  id: string;
  title: string;
  /** The purpose of the section. */
  text: string;
  fields: readonly string[];
  /** Tables whose rows belong to it, by their column of the home. */
  tables: readonly string[];
}

export const homeSections: readonly HomeSection[] = [
  {
    id: 'basics',
    title: 'Basics',
    text: 'What guests read first, and whether they see the home at all.',
    fields: [
      'title',
      'slug',
      'description',
      'home_type',
      'share_description',
      'is_listed',
      'is_coming_soon',
      'position',
    ],
    tables: [],
  },
  {
    id: 'rooms',
    title: 'Rooms',
    text: 'How many people it takes, where they sleep, and what is there.',
    fields: ['guests', 'beds', 'baths', 'sleeping', 'amenities'],
    tables: [],
  },
  {
    id: 'pictures',
    title: 'Pictures',
    text: 'The first one is the cover. Drag them, or move them by their arrows.',
    fields: ['images'],
    tables: [],
  },
  {
    id: 'prices',
    title: 'Prices',
    text: 'What a night costs; the rates of a season win over it.',
    fields: [
      'nightly_cents',
      'weekend_cents',
      'price_preview',
      'guests_included',
      'deposit_percent',
      'balance_due_days',
    ],
    tables: ['rates', 'fees', 'discounts'],
  },
  {
    id: 'rules',
    title: 'Rules and policies',
    text: 'Who may book when, and what they agree to.',
    fields: [
      'booking_mode',
      'min_nights',
      'max_nights',
      'arrival_days',
      'turnover_nights',
      'lead_days',
      'horizon_days',
      'max_pets',
      'cancellation_policy_id',
      'house_rules',
      'licence_state',
      'licence_local',
    ],
    tables: [],
  },
  {
    id: 'arrival',
    title: 'Arrival and guide',
    text: 'Where it is, how guests and cleaners come in, and what they find.',
    fields: [
      'check_in_from',
      'check_out_until',
      'street_address',
      'access_notes',
      'wifi_name',
      'wifi_password',
      'address',
      'locality',
      'latitude',
      'longitude',
      'map_query',
      'cleaner_id',
      'check_list',
    ],
    tables: ['guide_sections'],
  },
  {
    id: 'channels',
    title: 'Channels',
    text: 'The calendars of other sites, which are read for this home.',
    fields: [],
    tables: ['calendar_feeds'],
  },
];

/** The form of some fields of a table, in this order. */
export const sectionForm = (schema: TableForm, fields: readonly string[]): TableForm => ({
  ...schema,
  required: schema.required.filter((name) => fields.includes(name)),
  properties: Object.fromEntries(
    fields.flatMap((name) => {
      const field = schema.properties[name];
      return field ? [[name, field] as const] : [];
    }),
  ),
});
