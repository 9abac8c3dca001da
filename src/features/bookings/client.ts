import { type Fetch, readJson } from '../../shared/http/api-error.ts';
import { typedClient } from '../../shared/http/rpc-client.ts';
import type { BookingsApi } from './api.server.ts';
import type { Availability, PropertyCalendar } from './calendar/calendar.ts';
import type { Quote, QuoteRequest } from './quotes/quote.ts';

/** Calls the bookings API; in the browser with its own `fetch`. Refusals are ApiErrors in the server's words. */
export function bookingsClient(fetch: Fetch = globalThis.fetch) {
  const api = typedClient<BookingsApi>(fetch);
  return {
    calendar: (slug: string, query: { from: string; to: string }): Promise<PropertyCalendar> =>
      readJson(
        api.properties[':slug'].calendar.$get({ param: { slug }, query }),
        'Failed to fetch the calendar',
      ),
    availability: (query: Record<string, string>): Promise<Availability> =>
      readJson(api.availability.$get({ query }), 'Failed to fetch the free homes'),
    createQuote: (json: QuoteRequest): Promise<Quote> =>
      readJson(api.quotes.$post({ json }), 'Failed to fetch the price'),
    quote: (id: string): Promise<Quote> =>
      readJson(api.quotes[':id'].$get({ param: { id } }), 'Failed to fetch the price'),
  };
}
