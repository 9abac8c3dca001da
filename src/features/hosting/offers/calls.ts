import { calls, get, post } from '../../../shared/http/calls.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { PlacedBooking } from '../../bookings/checkout/contract.server.ts';
import { parseQuote } from '../../bookings/quotes/quote.ts';
import type { AcceptRequest, HostedOffer, NewOffer, Offer } from './contract.server.ts';

export const hostedOffers = calls('/admin/offers', {
  make: post<NewOffer, HostedOffer>('', 'The offer could not be made. Please try again.'),
  list: get<HostedOffer[]>('', 'Failed to fetch the offers'),
});

export const hostedOffer = calls('/admin/offers/:id', {
  withdraw: post<undefined, HostedOffer>('/withdraw', 'The offer could not be withdrawn.'),
});

function parseOffer(body: unknown): Offer {
  if (!isRecord(body)) throw new TypeError('not an object');
  return { ...body, quote: parseQuote(body.quote) } as Offer;
}

export const guestOffer = calls('/offers/:token', {
  read: get<Offer>('', 'Failed to fetch the offer', { parse: parseOffer }),
  accept: post<AcceptRequest, PlacedBooking>(
    '/bookings',
    'Your booking could not be made. Please try again.',
    { beyondSpec: { holdExpiresAt: null, checkoutUrl: null } },
  ),
});
