import { expect, test } from 'vitest';
import { parseRateForm, type RateForm } from './rate-form.ts';

const empty: RateForm = {
  span: { first: '2027-07-05', last: '2027-07-11' },
  properties: ['p'],
  nightly: '',
  weekend: '',
  minNights: '',
  arrival: 'keep',
  arrivalDays: [],
};
const base = { properties: ['p'], first_night: '2027-07-05', last_night: '2027-07-11' };

test.each([
  [{ nightly: '250' }, { nightly_cents: 25_000 }],
  [{ weekend: '300.50' }, { weekend_cents: 30_050 }],
  [{ minNights: ' 3 ' }, { min_nights: 3 }],
  [{ arrival: 'any' }, { arrival_days: [] }],
  [{ arrival: 'some', arrivalDays: ['sat'] }, { arrival_days: ['sat'] }],
] as const)('the form %j sends only what is filled in', (filled, sent) => {
  expect(parseRateForm({ ...empty, ...filled })).toEqual({ change: { ...base, ...sent }, errors: {} });
});

test('an empty form changes nothing and is no error', () => {
  expect(parseRateForm(empty)).toEqual({ change: null, errors: {} });
});

test.each([
  [{ nightly: '0' }, 'nightly_cents'],
  [{ weekend: 'x' }, 'weekend_cents'],
  [{ nightly: '175,00' }, 'nightly_cents'],
  [{ minNights: '366' }, 'min_nights'],
  [{ minNights: '1.5' }, 'min_nights'],
  [{ arrival: 'some' }, 'arrival_days'],
  [{ properties: [] }, 'properties'],
  [{ span: { first: '', last: '' } }, 'first_night'],
  [{ span: { first: '2027-07-02', last: '2027-07-01' } }, 'last_night'],
] as const)('the form %j is rejected with a message', (wrong, field) => {
  const { change, errors } = parseRateForm({ ...empty, nightly: '250', ...wrong });
  expect(change).toBeNull();
  expect(errors[field]).toMatch(/\w+ .*\w/);
});
