import Type from 'typebox';
import type { Description } from '../../../platform/openapi/document.server.ts';
import { placedBookingSchema } from '../record/placed-booking.schema.server.ts';
import {
  acceptOfferSchema,
  hostedOfferSchema,
  offerRequestSchema,
  offerSchema,
} from './offer.schema.server.ts';

const refusals = ['unauthenticated', 'forbidden'] satisfies Description['refusals'];

export const offerDescriptions = {
  make: {
    summary: 'Makes an offer: a price for one guest, as a link into the checkout',
    details:
      'The price never changes. With holdNights the nights are kept until expiresAt. With inquiryId or email it is mailed; an inquiry is answered by it, and the same offer for it within 10 minutes is one offer; 409 where another host sent another one then. Refused with a reason as /api/admin/quotes/preview.',
    body: offerRequestSchema,
    answer: hostedOfferSchema,
    status: 201,
    refusals: ['invalid', ...refusals, 'notFound', 'conflict'],
  },
  list: { summary: 'All offers, the newest first', answer: Type.Array(hostedOfferSchema), refusals },
  withdraw: {
    summary: 'Withdraws an offer: its link ends, and the nights that it holds are free',
    details: 'Repeated, it changes nothing. 409 when the guest has booked.',
    answer: hostedOfferSchema,
    refusals: [...refusals, 'notFound', 'conflict', 'unavailable'],
  },
  offer: {
    summary: 'An offer as its guest sees it',
    details: 'The token of its link is the only key.',
    answer: offerSchema,
    refusals: ['notFound'],
  },
  accept: {
    summary: 'Takes an offer: holds the nights and opens the payment page',
    details:
      'Sent again, it leads to the same booking. 409 quote_expired, not_open (withdrawn), dates_taken. At most 20 bookings and payment pages in an hour for each client address and 6 for each e-mail address.',
    body: acceptOfferSchema,
    answer: placedBookingSchema,
    status: 201,
    refusals: ['invalid', 'notFound', 'conflict', 'tooMany'],
  },
} satisfies Record<string, Description>;
