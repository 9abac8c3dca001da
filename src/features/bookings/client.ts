import type { Fetch } from '../../shared/http/api-error.ts';
import { request } from '../../shared/http/request.ts';
import type { Availability, PropertyCalendar } from './calendar/calendar.ts';
import type { BookingRequest, PlacedBooking } from './checkout/booking-request.ts';
import type { Quote, QuoteRequest } from './quotes/quote.ts';

const priceFailure = 'Failed to fetch the price';

/** Calls the bookings API; in the browser with its own `fetch`. Rejections are ApiErrors with the server's message. */
export const bookingsClient = (fetch: Fetch = globalThis.fetch) => ({
  calendar: (slug: string, query: { from: string; to: string }) =>
    request<PropertyCalendar>(
      fetch,
      `/api/properties/${encodeURIComponent(slug)}/calendar`,
      'Failed to fetch the calendar',
      { query },
    ),
  availability: (query: Record<string, string>) =>
    request<Availability>(fetch, '/api/availability', 'Failed to fetch the free homes', { query }),
  createQuote: (json: QuoteRequest) =>
    request<Quote>(fetch, '/api/quotes', priceFailure, { method: 'POST', json }),
  quote: (id: string) => request<Quote>(fetch, `/api/quotes/${encodeURIComponent(id)}`, priceFailure),
  /** @param key the same for every attempt at one booking */
  book: (json: BookingRequest, key: string) =>
    request<PlacedBooking>(fetch, '/api/bookings', 'Booking failed', {
      ...{ method: 'POST', json },
      headers: { 'Idempotency-Key': key },
    }),
});
