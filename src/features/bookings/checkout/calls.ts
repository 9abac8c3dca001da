import { propertyTimeZone } from '../../../shared/dates.ts';
import { calls, get, post, postOnly } from '../../../shared/http/calls.ts';
import type { Availability, PropertyCalendar } from '../calendar/calendar.ts';
import type { CalendarQuery, SentAvailabilityQuery } from '../calendar/stay-fields.server.ts';
import type { NewQuote, Quote } from '../quotes/contract.server.ts';
import { parseQuote, parseQuoteFor } from '../quotes/quote.ts';
import type { BookingRequest, PlacedBooking } from './contract.server.ts';

export const propertyCalendar = calls('/properties/:slug/calendar', {
  read: get<PropertyCalendar, CalendarQuery>('', 'Failed to fetch the calendar', {
    beyondSpec: { timeZone: propertyTimeZone, calendarsCheckedAt: null },
  }),
});

export const availability = calls('/availability', {
  search: get<Availability, SentAvailabilityQuery>('', 'Failed to fetch the free homes', {
    beyondSpec: { currency: 'usd', nearest: [] },
  }),
});

const priceFailed = 'Failed to fetch the price';

export const quotes = calls('/quotes', {
  create: post<NewQuote, Quote>('', priceFailed, {
    parse: (body, { guests, pets = 0 }) => parseQuoteFor({ guests, pets })(body),
  }),
});

export const quote = calls('/quotes/:id', { read: get<Quote>('', priceFailed, { parse: parseQuote }) });

export const bookings = calls('/bookings', {
  book: post<BookingRequest, PlacedBooking>('', 'Your booking could not be made. Please try again.', {
    beyondSpec: { holdExpiresAt: null, checkoutUrl: null },
  }),
});

/** The list for nights that are taken; inquiries serve it. */
export const nightsWaitlist = calls('/waitlist', {
  join: postOnly<{ property: string; checkin: string; checkout: string; guests: number; email: string }>(
    '',
    'You could not be put on the list. Please try again.',
  ),
});
