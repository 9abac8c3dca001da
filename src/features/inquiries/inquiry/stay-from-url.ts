import { isDate } from '../../../shared/forms/formats.ts';
import { stayDatesError } from './stay-dates.ts';

/** The dates and guests that a link to a home's page asks for. */
export interface RequestedStay {
  checkin?: string;
  checkout?: string;
  guests?: number;
}

/** As many as a home may be asked for, by a link or in the form. */
export const maxGuests = 12;

/**
 * What the address of a home's page says of a stay: `?checkin=2026-06-10&checkout=2026-06-17&guests=4`. Whatever the form
 * would refuse is left out: dates that are none, that lie in the past or end before they begin, and odd numbers.
 * @param today the calendar date at the homes, `YYYY-MM-DD`
 */
export function stayFromUrl(search: URLSearchParams, today: string): RequestedStay {
  const date = (name: string) => {
    const value = search.get(name) ?? '';
    return isDate(value) ? value : undefined;
  };
  const dates = { checkin: date('checkin'), checkout: date('checkout') };
  const isPast = dates.checkout !== undefined && dates.checkout <= today;
  const isRefused = isPast || Object.keys(stayDatesError(dates, today)).length > 0;
  const wanted: RequestedStay = isRefused ? {} : dates;
  const guests = search.get('guests') ?? '';
  if (/^[1-9]\d?$/.test(guests) && Number(guests) <= maxGuests) wanted.guests = Number(guests);
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}
