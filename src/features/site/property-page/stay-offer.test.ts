import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/http/api-error.ts';
import { type StayFacts, vacationRental } from '../../../shared/seo/vacation-rental.ts';
import { type QuoteOutcome, toRejection } from '../../bookings/book/quote-outcome.ts';
import { type DatedSearch, isDated, parseStaySearch } from '../../bookings/book/stay-search.ts';
import { reasons } from '../../bookings/calendar/reason.ts';
import { parseQuote } from '../../bookings/quotes/quote.ts';
import { toStayOffer } from './stay-offer.ts';

const business = {
  origin: 'https://stay.example',
  name: 'PCB Beach Rentals',
  town: 'Panama City Beach',
  phone: '(850) 555-0142',
  email: 'hello@stay.example',
};
const stay: StayFacts = {
  id: 'a',
  path: '/stays/sunset-villa',
  title: 'Sunset Villa',
  description: '',
  pictures: [],
  guests: 14,
  beds: 4,
  baths: 3,
  kind: 'Villa',
  latitude: null,
  longitude: null,
  locality: 'PCB',
  checkInFrom: '16:00',
  checkOutUntil: '10:00',
  sleeping: [],
  amenities: [],
};
const search: DatedSearch = {
  property: 'sunset-villa',
  checkin: '2027-07-05',
  checkout: '2027-07-10',
  guests: 4,
  pets: 0,
};
const priced = (total: number, currency = 'usd'): QuoteOutcome => ({
  quote: parseQuote({ ...search, id: 'q', total, currency }),
});
const rejected = (reason?: string): QuoteOutcome => ({
  rejection: toRejection(new ApiError(409, 'No.', {}, { reason })),
});

interface Offer {
  url: string;
  price?: string;
  priceCurrency?: string;
}
const offerOf = (searched: DatedSearch, outcome: QuoteOutcome) =>
  vacationRental(business, { ...stay, offer: toStayOffer(searched, outcome) }).makesOffer as
    | Offer
    | undefined;

test.each([
  [113_120, '1131.20'],
  [5, '0.05'],
  [100_000_000_00, '100000000.00'],
])('a price of %i cents is offered as %s, in a currency with capitals', (total, price) => {
  expect(offerOf(search, priced(total))).toMatchObject({
    availability: 'https://schema.org/InStock',
    price,
    priceCurrency: 'USD',
    priceSpecification: { price, priceCurrency: 'USD' },
    checkinTime: '2027-07-05',
    checkoutTime: '2027-07-10',
  });
});

test('nights that others have are sold out, without a price', () => {
  const offer = offerOf(search, rejected('dates_taken'));
  expect(offer).toMatchObject({ availability: 'https://schema.org/SoldOut' });
  for (const name of ['price', 'priceCurrency', 'priceSpecification']) expect(offer).not.toHaveProperty(name);
});

test.each(reasons.filter((reason) => reason !== 'dates_taken'))(
  'a stay that is rejected as %s is not called sold out: other dates or guests may have it',
  (reason) => {
    expect(offerOf(search, rejected(reason))).toBeUndefined();
  },
);

test('a price that could not be loaded says nothing about the nights', () => {
  expect(offerOf(search, rejected())).toBeUndefined();
  expect(offerOf(search, { rejection: toRejection(new TypeError('fetch failed')) })).toBeUndefined();
});

test('the address of an offer opens the very stay whose price it names', () => {
  const searches = fc.record({
    guests: fc.integer({ min: 1, max: 20 }),
    pets: fc.integer({ min: 0, max: 5 }),
    promoCode: fc.option(fc.stringMatching(/^[\w &=#+%-]{1,20}$/), { nil: undefined }),
  });
  fc.assert(
    fc.property(searches, ({ promoCode, ...party }) => {
      const code = promoCode?.trim();
      const searched = { ...search, ...party, ...(code && { promoCode: code }) };
      const url = new URL(offerOf(searched, priced(1))?.url ?? '');
      expect(url.origin + url.pathname).toBe('https://stay.example/stays/sunset-villa');
      const opened = { ...parseStaySearch(url.searchParams, '2027-01-01'), property: 'sunset-villa' };
      expect(opened).toEqual(searched);
      expect(isDated(opened)).toBe(true);
    }),
  );
});
