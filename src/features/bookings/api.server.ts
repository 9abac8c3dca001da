import { guestAccess, publicAccess, serve } from '../../platform/http/serve.server.ts';
import { requiredIdempotencyKey } from '../../platform/http/shapes.server.ts';
import { readAvailability, readCalendar } from './calendar/actions.server.ts';
import { availabilitySchema, calendarSchema } from './calendar/calendar.schema.server.ts';
import { availabilityQuery, calendarQuery } from './calendar/stay-fields.server.ts';
import { bindBrowser, browserHash } from './checkout/browser.server.ts';
import { availability, bookings, propertyCalendar, quote, quotes } from './checkout/calls.ts';
import { bookingRequest } from './checkout/contract.server.ts';
import { placeHold } from './checkout/place-hold.server.ts';
import { createQuote, readQuote } from './quotes/actions.server.ts';
import { quoteRequest, quoteSchema } from './quotes/contract.server.ts';
import { placedBookingSchema } from './record/placed-booking.schema.server.ts';

/** The cache serves only pages to look around: whether a stay is sold is decided without it. */
const maxAgeSeconds = 30;

export const propertyCalendarApi = serve(propertyCalendar, publicAccess).on('read', {
  summary: 'A home day by day: what is free, and what each night costs',
  details:
    'A stay is sold exactly when all its nights are isFree, canArrive holds on its first and canDepart on its last day, and it has at least the minNights of its first. May be 30 seconds old: a quote says what is free now.',
  query: calendarQuery,
  response: calendarSchema,
  errors: ['notFound'],
  maxAgeSeconds,
  run: ({ ctx, params, query }) => readCalendar(ctx, params.slug, query),
});

export const availabilityApi = serve(availability, publicAccess).on('search', {
  summary: 'Which homes are free for some dates, with their totals',
  details:
    'Every listed home, the cheapest free one first; totals hold all fees and taxes. nearest has up to three stays of the same length: around the dates of a home that is not free, and within flexDays of any. May be 30 seconds old.',
  query: availabilityQuery,
  response: availabilitySchema,
  maxAgeSeconds,
  run: ({ ctx, query }) => readAvailability(ctx, query),
});

export const quotesApi = serve(quotes, guestAccess).on('create', {
  summary: 'What a stay costs, with every line',
  details:
    'The price can be booked until expiresAt and never changes. Beside a reason stand nearest, up to three stays that are sold close to the dates, and otherProperties, up to three homes that are free on them, each with its total. A browser’s own hold on the home is looked past. 120 in an hour for each client address.',
  body: quoteRequest,
  response: quoteSchema,
  status: 201,
  errors: [
    'notFound',
    'invalid: too_short',
    'invalid: too_long',
    'invalid: arrival_day',
    'invalid: departure_day',
    'invalid: too_soon',
    'invalid: too_far',
    'invalid: too_many_guests',
    'invalid: too_many_pets',
    'invalid: promo_unknown',
    'invalid: promo_not_valid',
    'conflict: not_open',
    'conflict: dates_taken',
    'tooMany',
  ],
  run: ({ ctx, json, c }) => createQuote(ctx, json, { browserHash: browserHash(c) }),
});

export const quoteApi = serve(quote, guestAccess).on('read', {
  summary: 'A quote as it was made',
  details: 'Also after it has expired, for 30 days.',
  response: quoteSchema,
  errors: ['notFound'],
  run: ({ ctx, params }) => readQuote(ctx, params.id),
});

export const bookingsApi = serve(bookings, guestAccess).on('book', {
  summary: 'Holds the nights of a quote, or requests them where the hosts approve',
  details:
    'A hold lasts 36 minutes, a request 24 hours. The same Idempotency-Key from the same client gives the same booking again, and 409 with another quote, guest or plan. Beside dates_taken stand the nearest stays that are free; 400 as for a quote. At most 6 live holds for each client address and 3 for each e-mail address, and as many requests; a browser’s new hold on a home releases its older one. At most 20 bookings and payment pages in an hour for each client address and 6 bookings for each e-mail address that is not the signed-in person’s or of a stay confirmed in this browser: 429 with Retry-After.',
  headers: {
    'Idempotency-Key': requiredIdempotencyKey(
      'Any text that is new for each booking, such as a UUID',
      'Please send an Idempotency-Key header, new for each booking.',
    ),
  },
  body: bookingRequest,
  response: placedBookingSchema,
  status: 201,
  errors: [
    'notFound',
    'conflict: quote_expired',
    'conflict: site_closed',
    'conflict: not_open',
    'conflict: dates_taken',
    'tooMany',
    'unavailable',
  ],
  run: ({ ctx, json, headers, c }) =>
    placeHold(ctx, json, { key: headers['Idempotency-Key'], browserHash: bindBrowser(c) }),
});
