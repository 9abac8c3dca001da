import { expect, test } from 'vitest';
import { stayDatesError } from './stay-dates.ts';

const today = '2026-06-05';

test('a stay from today on is fine', () => {
  expect(stayDatesError({ checkin: today, checkout: '2026-06-06' }, today)).toEqual({});
});

test.each(['2026-06-10', '2026-06-09', '2026-06-04'])(
  'a stay that ends on %s before it starts is explained',
  (checkout) => {
    expect(stayDatesError({ checkin: '2026-06-10', checkout }, today)).toEqual({
      checkout: 'Check-out must be after check-in',
    });
  },
);

test('a stay that starts yesterday is explained', () => {
  expect(stayDatesError({ checkin: '2026-06-04', checkout: '2026-06-07' }, today)).toEqual({
    checkin: 'Check-in cannot be in the past',
  });
});

test('both problems are told at once', () => {
  expect(Object.keys(stayDatesError({ checkin: '2026-06-04', checkout: '2026-06-04' }, today))).toEqual([
    'checkin',
    'checkout',
  ]);
});

test('missing and impossible dates are left to the fields themselves', () => {
  expect(stayDatesError({}, today)).toEqual({});
  expect(stayDatesError({ checkin: '2026-02-30', checkout: '2026-02-01' }, today)).toEqual({});
  expect(stayDatesError({ checkin: 5, checkout: null }, today)).toEqual({});
});
