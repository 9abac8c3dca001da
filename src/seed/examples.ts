import type { prices } from './prices.ts';

/*
 * Invented, for trying the site out: never part of a production database. Each says so where hosts see it.
 */

export const promoCodes = [{ code: 'BEACH10', percent: 10, min_nights: 3 }];

/** Extras that are taxed and offered for all homes; the hosts switch on those they offer. */
export const extras = [
  {
    label: 'Beach cart for the stay',
    description: 'A wagon with chairs, an umbrella and toys, ready at the door.',
    amount_cents: 4_500,
  },
  {
    label: 'Early check-in at 1 PM',
    description: 'We tell you within the day whether the home can be ready by then.',
    amount_cents: 5_000,
    offered: 'trip' as const,
    moment: 'early_check_in' as const,
    clock_time: '13:00',
  },
  { label: 'Heat the pool', kind: 'per_night' as const, amount_cents: 2_500, is_active: false },
  { label: 'Crib', kind: 'per_item' as const, amount_cents: 1_500, max_quantity: 2, is_active: false },
];

/** The cleaner of every home. */
export const cleaner = { name: 'Marisol (example)', email: 'cleaner@example.com', phone: '850-555-0142' };

/** Invented networks, by the slugs of the homes. */
export const wifi: Record<keyof typeof prices, { wifi_name: string; wifi_password: string }> = {
  'kid-friendly-steps-to-beach': { wifi_name: 'StepsToBeach', wifi_password: 'eleven-pools' },
  'the-beachcomber': { wifi_name: 'Beachcomber', wifi_password: 'where-the-shells-begin' },
  'sunset-villa': { wifi_name: 'SunsetVilla', wifi_password: 'one-more-sunset' },
};

/** Stays by the days since the first start; paid on another channel. */
export const bookings: {
  property: keyof typeof prices;
  inDays: number;
  nights: number;
  guests: number;
  name: string;
  nightlyCents: number;
  cleaningCents: number;
}[] = [
  {
    property: 'kid-friendly-steps-to-beach',
    inDays: 12,
    nights: 4,
    guests: 4,
    name: 'The Walkers (example)',
    nightlyCents: 18_500,
    cleaningCents: 15_000,
  },
  {
    property: 'kid-friendly-steps-to-beach',
    inDays: 40,
    nights: 7,
    guests: 4,
    name: 'The Ortegas (example)',
    nightlyCents: 18_500,
    cleaningCents: 15_000,
  },
  {
    property: 'the-beachcomber',
    inDays: 9,
    nights: 5,
    guests: 5,
    name: 'The Lindens (example)',
    nightlyCents: 21_500,
    cleaningCents: 18_500,
  },
  {
    property: 'the-beachcomber',
    inDays: 61,
    nights: 6,
    guests: 6,
    name: 'The Harpers (example)',
    nightlyCents: 21_500,
    cleaningCents: 18_500,
  },
];

/** Nights that the hosts keep, by the days from the day of the first start. */
export const blocks: { property: keyof typeof prices; inDays: number; nights: number; note: string }[] = [
  { property: 'kid-friendly-steps-to-beach', inDays: 25, nights: 3, note: 'Example: new mattresses' },
  { property: 'the-beachcomber', inDays: 33, nights: 5, note: 'Example: the deck is oiled' },
];
