import Type from 'typebox';
import { bookedAccess, serve } from '../../../platform/http/serve.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { bindBrowser, browserHash } from '../../bookings/checkout/browser.server.ts';
import { placedBookingSchema } from '../../bookings/record/placed-booking.schema.server.ts';
import { acceptOffer } from './accept-offer.server.ts';
import { makeOffer, withdrawOffer } from './actions.server.ts';
import { guestOffer, hostedOffer, hostedOffers } from './calls.ts';
import { acceptRequest, hostedOfferSchema, offerRequest, offerSchema } from './contract.server.ts';
import { listOffers, readOffer } from './read-offer.server.ts';

export const hostedOffersApi = serve(hostedOffers, adminAccess)
  .on('make', {
    summary: 'Makes an offer: a price for one guest, as a link into the checkout',
    details:
      'The price never changes. With holdNights the nights are kept until expiresAt. With inquiryId or email it is mailed; an inquiry is answered by it, and the same offer for it within 10 minutes is one offer; 409 where another host sent another one then. Refused with a reason as /api/admin/quotes/preview.',
    body: offerRequest,
    response: hostedOfferSchema,
    status: 201,
    errors: ['notFound', 'conflict: dates_taken', 'conflict: site_closed'],
    run: ({ ctx, json }) => makeOffer(ctx, json),
  })
  .on('list', {
    summary: 'All offers, the newest first',
    response: Type.Array(hostedOfferSchema),
    run: ({ ctx }) => listOffers(ctx),
  });

export const hostedOfferApi = serve(hostedOffer, adminAccess).on('withdraw', {
  summary: 'Withdraws an offer: its link ends, and the nights that it holds are free',
  details: 'Repeated, it changes nothing. 409 when the guest has booked.',
  response: hostedOfferSchema,
  errors: ['notFound', 'conflict', 'unavailable'],
  run: ({ ctx, params }) => withdrawOffer(ctx, params.id),
});

export const guestOfferApi = serve(guestOffer, bookedAccess)
  .on('read', {
    summary: 'An offer as its guest sees it',
    details: 'The token of its link is the only key.',
    response: offerSchema,
    errors: ['notFound'],
    run: ({ ctx, params, c }) => readOffer(ctx, params.token, browserHash(c)),
  })
  .on('accept', {
    summary: 'Takes an offer: holds the nights and opens the payment page',
    details:
      'Sent again, it leads to the same booking. At most 20 bookings and payment pages in an hour for each client address and 6 bookings for each e-mail address that is not the signed-in person’s or of a stay confirmed in this browser.',
    body: acceptRequest,
    response: placedBookingSchema,
    status: 201,
    errors: [
      'notFound',
      'conflict: quote_expired',
      'conflict: not_open',
      'conflict: site_closed',
      'conflict: dates_taken',
      'tooMany',
    ],
    run: ({ ctx, params, json, c }) => acceptOffer(ctx, params.token, json, bindBrowser(c)),
  });
