import { isDate, todayAtProperty } from '../../../shared/dates.ts';
import type { DateSpan } from '../../../shared/nights.ts';

/**
 * The query of the booking flow:
 * `/book?property=…&checkin=…&checkout=…&guests=2&pets=0&promoCode=…&via=agent&extra=ID:1`.
 */
export interface StaySearch {
  property?: string;
  checkin?: string;
  checkout?: string;
  guests: number;
  pets: number;
  promoCode?: string;
  /** The author of the link: a guest's agent. */
  via?: 'agent';
  /** The extras of the stay. */
  extras?: { id: string; quantity: number }[];
}

export const defaultGuests = 2;
/** The choices of the form; each home has its own limit, and a message for larger parties. */
export const maxParty = { guests: 20, pets: 5 };

const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const extraForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(\d{1,3})$/;
const maxExtras = 50;

/** Reads `extra=ID:2`, and `extra-ID=2`, as a form without scripts sends it; what has another form is left out. */
export function readExtras(search: URLSearchParams): { id: string; quantity: number }[] {
  const entries = [...search].flatMap(([name, value]) => {
    if (name === 'extra') return value;
    return name.startsWith('extra-') ? `${name.slice('extra-'.length)}:${value}` : [];
  });
  return entries
    .flatMap((entry) => {
      const [, id = '', quantity] = extraForm.exec(entry.toLowerCase()) ?? [];
      return Number(quantity) > 0 ? { id, quantity: Number(quantity) } : [];
    })
    .slice(0, maxExtras);
}

/** Reads an address; what is no date, number or name there is left out. */
export function parseStaySearch(search: URLSearchParams, today = todayAtProperty(new Date())): StaySearch {
  const date = (name: string) => {
    const value = search.get(name) ?? '';
    return isDate(value) && value >= today ? value : undefined;
  };
  const count = (name: string, least: number, max: number, fallback: number) => {
    const value = search.get(name) ?? '';
    const number = /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN;
    return number >= least ? Math.min(number, max) : fallback;
  };
  const property = search.get('property') ?? '';
  const [checkin, checkout] = [date('checkin'), date('checkout')];
  const promoCode = search.get('promoCode')?.trim().slice(0, 40);
  const extras = readExtras(search);
  return {
    property: slugForm.test(property) && property !== 'any' ? property : undefined,
    checkin,
    checkout: checkin && checkout && checkout > checkin ? checkout : undefined,
    guests: count('guests', 1, maxParty.guests, defaultGuests),
    pets: count('pets', 0, maxParty.pets, 0),
    promoCode: promoCode || undefined,
    via: search.get('via') === 'agent' ? 'agent' : undefined,
    extras: extras.length > 0 ? extras : undefined,
  };
}

export type DatedSearch = StaySearch & DateSpan;

export const isDated = (search: StaySearch): search is DatedSearch => !!search.checkin && !!search.checkout;

/** Validates the values of the form, or of a URL that it made; both always contain both dates. */
export function searchProblem(params: URLSearchParams, { checkin, checkout }: StaySearch): string {
  if (!params.has('checkin') || !params.has('checkout') || checkout) return '';
  if (checkin) return 'Please choose a check-out day after check-in.';
  return isDate(params.get('checkin') ?? '')
    ? 'This check-in day has passed. Please choose a later one.'
    : 'Please choose your check-in day.';
}

export function searchParams({ guests, pets, ...search }: StaySearch): URLSearchParams {
  const { property, checkin, checkout, promoCode, via, extras = [] } = search;
  const named = { property, checkin, checkout, guests: String(guests), pets: String(pets), promoCode, via };
  return new URLSearchParams([
    ...Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ...extras.map(({ id, quantity }) => ['extra', `${id}:${quantity}`]),
  ]);
}

/** The booking flow for what is searched. */
export const bookPath = (search: StaySearch): `/${string}` =>
  `/book?${String(searchParams(search)).replaceAll('%3A', ':')}`;
