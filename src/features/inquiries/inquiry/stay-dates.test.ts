import { expect, test } from 'vitest';
import { stayDatesError, stayFromUrl } from './stay-dates.ts';

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

const parse = (query: string) => stayFromUrl(new URLSearchParams(query), '2026-06-01');

test('dates and guests of a link are taken over', () => {
  expect(parse('checkin=2026-06-10&checkout=2026-06-17&guests=4')).toEqual({
    checkin: '2026-06-10',
    checkout: '2026-06-17',
    guests: 4,
  });
  expect(parse('checkin=2026-06-01&guests=12')).toEqual({ checkin: '2026-06-01', guests: 12 });
});

test.each([
  ['nothing', ''],
  ['a day that does not exist', 'checkin=2026-02-30'],
  ['a date in another form', 'checkin=06/10/2026'],
  ['a check-in in the past', 'checkin=2026-05-31&checkout=2026-06-05'],
  ['a check-out before the check-in', 'checkin=2026-06-10&checkout=2026-06-10'],
  ['a check-out in the past', 'checkout=2026-05-20'],
  ['no guests', 'guests=0'],
  ['too many guests', 'guests=13'],
  ['part of a guest', 'guests=2.5'],
  ['markup', 'guests=%3Cscript%3E&checkin=%22%3E%3Cimg%3E'],
])('%s is left out', (_, query) => {
  expect(parse(query)).toEqual({});
});
