import type { CancellationStep } from '../db/schema/lodging.ts';
import type { FeeKind } from '../db/schema/prices.ts';

/* The prices, seasons, fees, taxes and policies of an empty database. Hosts edit them afterwards. */

export const cancellationPolicies: { name: string; steps: CancellationStep[]; grace_hours: number }[] = [
  {
    name: 'Flexible',
    steps: [
      { days_before: 14, refund_percent: 100 },
      { days_before: 7, refund_percent: 50 },
    ],
    grace_hours: 48,
  },
  {
    name: 'Firm',
    steps: [
      { days_before: 60, refund_percent: 100 },
      { days_before: 30, refund_percent: 50 },
    ],
    grace_hours: 24,
  },
];

/** Prices by the slugs of the homes. No night of an open home costs less than its card's 'Starting at'. */
export const prices = {
  'kid-friendly-steps-to-beach': {
    booking_mode: 'instant' as const,
    nightly_cents: 17_500,
    weekend_cents: 19_500,
    min_nights: 2,
    max_nights: 28,
    lead_days: 1,
    guests_included: 4,
    max_pets: 0,
    policy: 'Flexible',
    deposit_percent: 50,
    balance_due_days: 30,
    street_address: '17280 Front Beach Road, Unit 204, Panama City Beach, FL 32413',
    access_notes:
      'The door opens with the code that we send you on the day before you arrive. Wi-Fi: StepsToBeach. Two parking spaces, numbers 204 and 205, beside the pool gate.',
    seasons: { spring: [22_500, 25_500], summer: [28_900, 31_900], holidays: [21_500, 23_900] },
  },
  'the-beachcomber': {
    booking_mode: 'instant' as const,
    nightly_cents: 19_900,
    weekend_cents: 22_900,
    min_nights: 3,
    max_nights: 28,
    lead_days: 1,
    guests_included: 6,
    max_pets: 1,
    policy: 'Firm',
    deposit_percent: 50,
    balance_due_days: 45,
    street_address: '21410 Sunset Avenue, Panama City Beach, FL 32413',
    access_notes:
      'The key lies in the lockbox beside the outdoor shower; we send you its code before you arrive, and it stands on the page of your trip. Wi-Fi: Beachcomber. Park under the house, three cars at most.',
    seasons: { spring: [25_900, 28_900], summer: [33_900, 36_900], holidays: [24_900, 27_900] },
  },
  'sunset-villa': {
    booking_mode: 'request' as const,
    nightly_cents: 39_900,
    weekend_cents: 45_900,
    min_nights: 4,
    max_nights: 28,
    lead_days: 3,
    guests_included: 10,
    max_pets: 0,
    policy: 'Firm',
    deposit_percent: 30,
    balance_due_days: 60,
    street_address: '16228 Front Beach Road, Panama City Beach, FL 32413',
    access_notes: 'We meet you at the gate and show you around. Wi-Fi: SunsetVilla. Five parking spaces.',
    seasons: { spring: [52_900, 59_900], summer: [69_900, 75_900], holidays: [54_900, 59_900] },
  },
};

/** Day and month of the first and the last night of each season, and its shortest stay. */
export const seasons = {
  spring: { name: 'Spring', from: '03-01', to: '04-30', min_nights: 3 },
  summer: { name: 'Summer', from: '05-21', to: '08-15', min_nights: 4 },
  holidays: { name: 'Holidays', from: '12-18', to: '12-31', min_nights: 3 },
};

interface SeedFee {
  property: keyof typeof prices;
  label: string;
  kind: FeeKind;
  amount_cents: number;
}

export const fees: SeedFee[] = [
  {
    property: 'kid-friendly-steps-to-beach',
    label: 'Cleaning fee',
    kind: 'per_stay',
    amount_cents: 15_000,
  },
  {
    property: 'kid-friendly-steps-to-beach',
    label: 'Extra guests',
    kind: 'per_extra_guest_per_night',
    amount_cents: 2_000,
  },
  { property: 'the-beachcomber', label: 'Cleaning fee', kind: 'per_stay', amount_cents: 18_500 },
  { property: 'the-beachcomber', label: 'Pet fee', kind: 'per_pet_per_stay', amount_cents: 7_500 },
  {
    property: 'the-beachcomber',
    label: 'Extra guests',
    kind: 'per_extra_guest_per_night',
    amount_cents: 2_500,
  },
  { property: 'sunset-villa', label: 'Cleaning fee', kind: 'per_stay', amount_cents: 35_000 },
  {
    property: 'sunset-villa',
    label: 'Extra guests',
    kind: 'per_extra_guest_per_night',
    amount_cents: 3_000,
  },
];

/** The longest six months: longer stays are no transient rental, and a stay of exactly six months is one. */
const transientNights = 184;

/** Lodging tax inside the city of Panama City Beach, for all homes; rates as published in November 2026. */
export const taxes = [
  {
    label: 'City of Panama City Beach business tax',
    jurisdiction: 'City of Panama City Beach',
    percent: 1,
    step: 1,
    max_nights: null,
    description:
      '1 % of gross receipts inside the city limits, passed on to the guest: https://www.excisehome.com/panamacitybeach/. An address with a Panama City Beach ZIP code can lie outside the city: then this row is not for it.',
  },
  {
    label: 'Florida transient rental sales tax',
    jurisdiction: 'State of Florida',
    percent: 6,
    step: 2,
    max_nights: transientNights,
    description:
      '6 % of the rent and of everything a guest must pay, for stays of six months or less, which have up to 184 nights: rule 12A-1.061, https://www.law.cornell.edu/regulations/florida/Fla-Admin-Code-Ann-R-12A-1-061. Paid to the Florida Department of Revenue.',
  },
  {
    label: 'Bay County discretionary surtax',
    jurisdiction: 'Bay County surtax',
    percent: 1,
    step: 2,
    max_nights: transientNights,
    description:
      '1 %, on the same base and together with the 6 %: https://baycounty.munirevs.com/faq. Paid to the Florida Department of Revenue; check Form DR-15DSS for the year.',
  },
  {
    label: 'Bay County tourist development tax',
    jurisdiction: 'Bay County Clerk',
    percent: 5,
    step: 2,
    max_nights: transientNights,
    description:
      '5 % of the rent and all fees a guest must pay, also of the city’s 1 %: http://baycoclerk.com/other-services/tourist-development-tax/. Due by the 20th of the next month, zero returns too; check Form DR-15TDT for the year.',
  },
];

export const discounts = [
  { kind: 'length_of_stay' as const, label: 'Weekly stay', from_nights: 7, days_before: null, percent: 7 },
  { kind: 'length_of_stay' as const, label: 'Monthly stay', from_nights: 28, days_before: null, percent: 20 },
];
