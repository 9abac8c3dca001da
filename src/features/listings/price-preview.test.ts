import { expect, test } from 'vitest';
import type { Rate } from './night-rules.ts';
import { lowestPrice, pricePreview } from './price-preview.ts';

const today = '2027-05-01';
const home = {
  nightly_cents: 20_000,
  weekend_cents: 26_000,
  min_nights: 1,
  arrival_days: [],
  lead_days: 0,
  horizon_days: 700,
  isComingSoon: false,
};
const rate = (more: Partial<Rate>): Rate => ({
  name: '',
  first_night: null,
  last_night: null,
  nightly_cents: null,
  weekend_cents: null,
  min_nights: null,
  arrival_days: null,
  priority: 0,
  ...more,
});

test.each<[string, object, Partial<Rate>[], number | null]>([
  ['its own price', {}, [], 20_000],
  ['a cheaper season', {}, [{ first_night: '2027-12-01', nightly_cents: 17_500 }], 17_500],
  ['a season after 365 nights', {}, [{ first_night: '2028-04-30', nightly_cents: 17_500 }], 20_000],
  ['the last of 365 nights', {}, [{ first_night: '2028-04-29', nightly_cents: 17_500 }], 17_500],
  [
    'nights beyond its horizon',
    { horizon_days: 30 },
    [{ first_night: '2027-06-01', nightly_cents: 1 }],
    20_000,
  ],
  ['nights before its lead', { lead_days: 2 }, [{ last_night: '2027-05-02', nightly_cents: 1 }], 20_000],
  ['nights that are not for sale', { weekend_cents: 0 }, [], 20_000],
  ['no price', { nightly_cents: 0, weekend_cents: null }, [], null],
])('the lowest price of a home with %s', (_, more, rates, cents) => {
  expect(lowestPrice({ ...home, ...more }, rates.map(rate), today)).toBe(cents);
});

test.each([
  [{}, 'Starting at $200/night'],
  [{ nightly_cents: 199_950, weekend_cents: null }, 'Starting at $1,999.50/night'],
  [{ nightly_cents: 0, weekend_cents: null }, 'Price on request'],
  [{ nightly_cents: 0, weekend_cents: null, isComingSoon: true }, 'Coming soon'],
])('the card of a home with %j says what it starts at', (more, text) => {
  expect(pricePreview({ ...home, ...more }, [], today)).toBe(text);
});
