import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { listOf, request, requestOk, textIn } from '../../../shared/http/request.ts';
import { parseConversation, type TripMessage } from '../messages/trip-message.ts';
import { type Cancellation, parseCancellation, parseTrip, type Trip } from '../record/trip.ts';

const path = (code: string, call = '') => `/api/bookings/${encodeURIComponent(code)}${call}`;

export const receiptPath = (code: string) => path(code, '/receipt.pdf');
export const calendarFilePath = (code: string) => path(code, '/stay.ics');

export const tripsClient = (fetch: Fetch = globalThis.fetch) => ({
  trip: (code: string): Promise<Trip> =>
    request(fetch, path(code), 'Failed to fetch the booking', { parse: parseTrip }),
  /** @returns `null` from a server that knows of none */
  trips: (): Promise<Trip[] | null> =>
    request(fetch, '/api/trips', 'Failed to fetch your trips', { parse: listOf(parseTrip) }).catch(
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      },
    ),
  /** The address of the payment page, the open one or a new one. */
  checkout: (code: string): Promise<string> =>
    request(fetch, path(code, '/checkout'), 'The payment page could not be opened. Please try again.', {
      method: 'POST',
      json: {},
      parse: (body) => textIn(body, 'url'),
    }),
  release: (code: string): Promise<Response> =>
    requestOk(fetch, path(code, '/release'), 'The nights could not be let go. Please try again.', {
      method: 'POST',
      json: {},
    }),
  cancellation: (code: string): Promise<Cancellation> =>
    request(fetch, path(code, '/cancellation'), 'Failed to fetch the refund', { parse: parseCancellation }),
  /** @throws ApiError 409 `price_changed` where `refund` is not the figure any more */
  cancel: (code: string, refund: number): Promise<Response> =>
    requestOk(fetch, path(code, '/cancel'), 'Your booking could not be cancelled. Please try again.', {
      method: 'POST',
      json: { refund },
    }),
  messages: (code: string): Promise<TripMessage[]> =>
    request(fetch, path(code, '/messages'), 'Failed to fetch your messages', { parse: parseConversation }),
  /** @param key the same for every attempt at one message */
  sendMessage: (
    code: string,
    json: { text: string; kind: 'message' | 'change' },
    key: string,
  ): Promise<TripMessage[]> =>
    request(fetch, path(code, '/messages'), 'Your message could not be sent. Please try again.', {
      method: 'POST',
      json,
      headers: { 'Idempotency-Key': key },
      parse: parseConversation,
    }),
});
