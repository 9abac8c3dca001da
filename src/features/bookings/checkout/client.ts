import { propertyTimeZone } from '../../../shared/dates.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { listOf, objectWith, request, requestOk } from '../../../shared/http/request.ts';
import type { Availability, PropertyCalendar } from '../calendar/calendar.ts';
import type { QuoteRequest } from '../quotes/contract.server.ts';
import { parseQuote, parseQuoteFor } from '../quotes/quote.ts';
import type { BookingRequest, PlacedBooking } from './contract.server.ts';

type Home = Availability[number];
const parseHome = objectWith<Omit<Home, 'currency' | 'nearest'>, Home>({ currency: 'usd', nearest: [] });

type BareCalendar = Omit<PropertyCalendar, 'timeZone' | 'calendarsCheckedAt'>;
const parseCalendar = objectWith<BareCalendar, PropertyCalendar>({
  timeZone: propertyTimeZone,
  calendarsCheckedAt: null,
});

const parsePlaced = objectWith<Pick<PlacedBooking, 'code' | 'key' | 'status'>, PlacedBooking>({
  holdExpiresAt: null,
  checkoutUrl: null,
});

const priceFailure = 'Failed to fetch the price';

export const bookingsClient = (fetch: Fetch = globalThis.fetch) => ({
  calendar: (slug: string, query: { from: string; to: string }) =>
    request(fetch, `/api/properties/${encodeURIComponent(slug)}/calendar`, 'Failed to fetch the calendar', {
      query,
      parse: parseCalendar,
    }),
  availability: (query: Record<string, string>) =>
    request(fetch, '/api/availability', 'Failed to fetch the free homes', {
      query,
      parse: listOf(parseHome),
    }),
  createQuote: (json: QuoteRequest) =>
    request(fetch, '/api/quotes', priceFailure, { method: 'POST', json, parse: parseQuoteFor(json) }),
  quote: (id: string) =>
    request(fetch, `/api/quotes/${encodeURIComponent(id)}`, priceFailure, { parse: parseQuote }),
  /** @param key the same for every attempt at one booking */
  book: (json: BookingRequest, key: string) =>
    request(fetch, '/api/bookings', 'Your booking could not be made. Please try again.', {
      method: 'POST',
      json,
      parse: parsePlaced,
      headers: { 'Idempotency-Key': key },
    }),
  joinWaitlist: (json: {
    property: string;
    checkin: string;
    checkout: string;
    guests: number;
    email: string;
  }): Promise<Response> =>
    requestOk(fetch, '/api/waitlist', 'You could not be put on the list. Please try again.', {
      method: 'POST',
      json,
    }),
});
