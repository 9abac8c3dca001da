import Type from 'typebox';
import type { Description } from '../../platform/openapi/document.server.ts';
import { availabilitySchema, calendarSchema, dateSchema } from './calendar/calendar.schema.server.ts';
import { bookingRequest } from './checkout/contract.server.ts';
import { quoteRequest, quoteSchema } from './quotes/contract.server.ts';
import { placedBookingSchema } from './record/placed-booking.schema.server.ts';

const day = (description: string) => ({ schema: dateSchema, required: true, description });
const count = (description: string, required = false) => ({ schema: Type.Integer(), required, description });

export const descriptions = {
  calendar: {
    summary: 'A home day by day: what is free, and what each night costs',
    details:
      'A stay is sold exactly when all its nights are isFree, canArrive holds on its first and canDepart on its last day, and it has at least the minNights of its first. May be 30 seconds old: a quote says what is free now.',
    query: { from: day('The first day'), to: day('The day after the last one, at most 750 days later') },
    answer: calendarSchema,
    refusals: ['invalid', 'notFound'],
  },
  availability: {
    summary: 'Which homes are free for some dates, with their totals',
    details:
      'Every listed home, the cheapest free one first; totals hold all fees and taxes. nearest has up to three stays of the same length: around the dates of a home that is not free, and within flexDays of any. May be 30 seconds old.',
    query: {
      checkin: day('The first night'),
      checkout: day('The day of departure'),
      guests: count('How many people sleep there', true),
      pets: count('How many pets come along; 0 when left out'),
      flexDays: count('Also stays that begin so many days earlier or later, 0 to 7'),
    },
    answer: availabilitySchema,
    refusals: ['invalid'],
  },
  createQuote: {
    summary: 'What a stay costs, with every line',
    details:
      'The price can be booked until expiresAt and never changes. A refusal has a reason: 400 for too_short, too_long, arrival_day, departure_day, too_soon, too_far, too_many_guests, too_many_pets, promo_unknown and promo_not_valid, 409 for not_open and dates_taken. Beside it stand nearest, up to three stays that are sold close to the dates, and otherHomes, up to three homes that are free on them, each with its total. A browser’s own hold on the home is looked past. 120 in an hour for each client address.',
    body: quoteRequest.schema,
    answer: quoteSchema,
    status: 201,
    refusals: ['invalid', 'notFound', 'conflict', 'tooLarge', 'unsupportedType', 'tooMany'],
  },
  quote: {
    summary: 'A quote as it was made',
    details: 'Also after it has expired, for 30 days.',
    answer: quoteSchema,
    refusals: ['notFound'],
  },
  createBooking: {
    summary: 'Holds the nights of a quote, or requests them where the hosts approve',
    details:
      'A hold lasts 36 minutes, a request 24 hours. The same Idempotency-Key from the same client gives the same booking again, and 409 with another quote, guest or plan. A refusal has a reason: 409 for quote_expired, not_open and dates_taken, the latter with the nearest stays that are free; 400 as for a quote. At most 6 live holds for each client address and 3 for each e-mail address, and as many requests; a browser’s new hold on a home releases its older one. At most 20 bookings and payment pages in an hour for each client address and 6 for each e-mail address: 429 with Retry-After.',
    headers: {
      'Idempotency-Key': {
        schema: Type.String({ minLength: 1, maxLength: 255 }),
        required: true,
        description: 'Any text that is new for each booking, such as a UUID',
      },
    },
    body: bookingRequest.schema,
    answer: placedBookingSchema,
    status: 201,
    refusals: ['invalid', 'notFound', 'conflict', 'tooLarge', 'unsupportedType', 'tooMany', 'unavailable'],
  },
} satisfies Record<string, Description>;
