import { todayAtProperty } from '../../../shared/dates.ts';
import { accessEndsAt, isAccessDue } from './access.server.ts';
import type { Booking } from './bookings-store.server.ts';

/** The visitors who see a stay through a link of their own. */
export type Visitor = 'guest' | 'companion' | 'cleaner';

/**
 * `open`: confirmed, until the end of the check-out day; `access`: while its access is shown; `workday`: on the days of
 * departure and arrival.
 */
type When = 'always' | 'never' | 'confirmed' | 'open' | 'access' | 'workday';

/** The parts of a stay that each kind of visitor sees, and when; no other code decides it. */
const rules = {
  dates: { guest: 'always', companion: 'open', cleaner: 'always' },
  partySize: { guest: 'always', companion: 'open', cleaner: 'always' },
  names: { guest: 'always', companion: 'open', cleaner: 'never' },
  houseRules: { guest: 'always', companion: 'open', cleaner: 'never' },
  publicGuide: { guest: 'always', companion: 'open', cleaner: 'never' },
  bookedGuide: { guest: 'confirmed', companion: 'open', cleaner: 'never' },
  arrivalGuide: { guest: 'access', companion: 'access', cleaner: 'never' },
  address: { guest: 'access', companion: 'access', cleaner: 'always' },
  accessNotes: { guest: 'access', companion: 'access', cleaner: 'workday' },
  accessCode: { guest: 'access', companion: 'access', cleaner: 'never' },
  wifi: { guest: 'access', companion: 'access', cleaner: 'never' },
  checkList: { guest: 'never', companion: 'never', cleaner: 'always' },
  contact: { guest: 'always', companion: 'never', cleaner: 'never' },
  money: { guest: 'always', companion: 'never', cleaner: 'never' },
  messages: { guest: 'always', companion: 'never', cleaner: 'never' },
  cancellation: { guest: 'always', companion: 'never', cleaner: 'never' },
} as const satisfies Record<string, Record<Visitor, When>>;

export type StayPart = keyof typeof rules;

type SeenStay = Pick<Booking, 'status' | 'checkin' | 'checkout'>;

type StayView =
  | { visitor: 'guest' | 'companion'; stay: SeenStay }
  | { visitor: 'cleaner'; turnover: { departsOn: string; arrivesOn: string | null } };

/** Decides what a visitor sees of a stay at a moment. */
export function visibleParts(view: StayView, now: Date): ReadonlySet<StayPart> {
  const parts = Object.keys(rules) as StayPart[];
  return new Set(parts.filter((part) => isTime(rules[part][view.visitor], view, now)));
}

function isTime(when: When, view: StayView, now: Date): boolean {
  if (when === 'always' || when === 'never') return when === 'always';
  if (view.visitor === 'cleaner') {
    const { departsOn, arrivesOn } = view.turnover;
    return when === 'workday' && [departsOn, arrivesOn].includes(todayAtProperty(now));
  }
  const { stay } = view;
  if (when === 'access') return isAccessDue(stay, now);
  return stay.status === 'confirmed' && (when === 'confirmed' || now < accessEndsAt(stay.checkout));
}
