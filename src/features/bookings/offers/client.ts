import type { Fetch } from '../../../shared/http/api-error.ts';
import { listOf, objectWith, type Parse, request } from '../../../shared/http/request.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { BookingRequest, PlacedBooking } from '../checkout/booking-request.ts';
import { parseQuote } from '../quotes/quote.ts';
import type { HostedOffer, Offer } from './offer.ts';

const parseOffer: Parse<Offer> = (body) => {
  if (!isRecord(body)) throw new TypeError('not an object');
  return { ...body, quote: parseQuote(body.quote) } as Offer;
};

const parsePlaced = objectWith<Pick<PlacedBooking, 'code' | 'key' | 'status'>, PlacedBooking>({
  holdExpiresAt: null,
  checkoutUrl: null,
});

export interface NewOffer {
  property: string;
  checkin: string;
  checkout: string;
  guests: number;
  pets: number;
  nightly_cents?: number;
  inquiryId?: string;
  email?: string;
  expiresAt: string;
  holdNights: boolean;
  note: string;
}

const path = (token: string, call = '') => `/api/offers/${encodeURIComponent(token)}${call}`;

export const offersClient = (fetch: Fetch = globalThis.fetch) => ({
  offer: (token: string): Promise<Offer> =>
    request(fetch, path(token), 'Failed to fetch the offer', { parse: parseOffer }),
  accept: (token: string, { quoteId: _, ...json }: BookingRequest): Promise<PlacedBooking> =>
    request(fetch, path(token, '/bookings'), 'Your booking could not be made. Please try again.', {
      method: 'POST',
      json,
      parse: parsePlaced,
    }),
  list: (options: { signal?: AbortSignal } = {}): Promise<HostedOffer[]> =>
    request(fetch, '/api/admin/offers', 'Failed to fetch the offers', {
      ...options,
      parse: listOf((offer) => offer as HostedOffer),
    }),
  make: (json: NewOffer): Promise<HostedOffer> =>
    request(fetch, '/api/admin/offers', 'The offer could not be made. Please try again.', {
      method: 'POST',
      json,
    }),
  withdraw: (id: string): Promise<HostedOffer> =>
    request(
      fetch,
      `/api/admin/offers/${encodeURIComponent(id)}/withdraw`,
      'The offer could not be withdrawn.',
      {
        method: 'POST',
        json: {},
      },
    ),
});
