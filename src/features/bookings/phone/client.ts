import type { Fetch } from '../../../shared/http/api-error.ts';
import { request } from '../../../shared/http/request.ts';
import type { HostedQuote, PhoneBooking } from './phone-booking.ts';

/** A stay that hosts book or offer. */
export interface HostedStay {
  property: string;
  checkin: string;
  checkout: string;
  guests: number;
  pets: number;
  promoCode?: string;
  /** Each night's price in place of the home's, in minor units. */
  nightly_cents?: number;
}

export interface NewPhoneBooking extends HostedStay {
  name: string;
  email: string;
  phone: string;
  note: string;
  payment: { kind: 'elsewhere'; how: string; amount: number } | { kind: 'link' };
}

export const phoneClient = (fetch: Fetch = globalThis.fetch) => ({
  preview: (json: HostedStay, options: { signal?: AbortSignal } = {}): Promise<HostedQuote> =>
    request(fetch, '/api/admin/quotes/preview', 'The price could not be fetched. Please try again.', {
      method: 'POST',
      json,
      ...options,
    }),
  /** @param key the same for every attempt at one booking */
  book: (json: NewPhoneBooking, key: string): Promise<PhoneBooking> =>
    request(fetch, '/api/admin/bookings', 'The booking could not be made. Please try again.', {
      method: 'POST',
      json,
      headers: { 'Idempotency-Key': key },
    }),
});
