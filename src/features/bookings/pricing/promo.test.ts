import { expect, test } from 'vitest';
import { promoApplies } from './promo.ts';

const promo = {
  is_active: true,
  property_id: null,
  book_from: null,
  book_until: null,
  stay_from: null,
  stay_until: null,
  min_nights: null,
  max_uses: null,
};
const stay = { propertyId: 'home', checkin: '2027-07-09', checkout: '2027-07-14' };
const now = { today: '2027-06-01', uses: 3 };

test.each([
  ['without limits', {}, true],
  ['that is switched off', { is_active: false }, false],
  ['of the home', { property_id: 'home' }, true],
  ['of another home', { property_id: 'other' }, false],
  ['from today on', { book_from: '2027-06-01' }, true],
  ['from tomorrow on', { book_from: '2027-06-02' }, false],
  ['until today', { book_until: '2027-06-01' }, true],
  ['until yesterday', { book_until: '2027-05-31' }, false],
  ['for nights from the first one on', { stay_from: '2027-07-09' }, true],
  ['for nights from the second one on', { stay_from: '2027-07-10' }, false],
  ['for nights until the last one', { stay_until: '2027-07-13' }, true],
  ['for nights until the last but one', { stay_until: '2027-07-12' }, false],
  ['from 5 nights on', { min_nights: 5 }, true],
  ['from 6 nights on', { min_nights: 6 }, false],
  ['with a use left', { max_uses: 4 }, true],
  ['that is used up', { max_uses: 3 }, false],
  ['without any use', { max_uses: 0 }, false],
])('a code %s: applies to 5 nights of a home: %s → %s', (_, change, applies) => {
  expect(promoApplies({ ...promo, ...change }, stay, now)).toBe(applies);
});
