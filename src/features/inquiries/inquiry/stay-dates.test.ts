import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxGuests, stayDatesError, stayFromUrl, toDateValues, withDates } from './stay-dates.ts';

const today = '2026-06-05';

test('stayDatesError accepts a stay from today on', () => {
  expect(stayDatesError({ checkin: today, checkout: '2026-06-06' }, today)).toEqual({});
});

test.each(['2026-06-10', '2026-06-09', '2026-06-04'])(
  'stayDatesError rejects a check-out on %s, not after check-in',
  (checkout) => {
    expect(stayDatesError({ checkin: '2026-06-10', checkout }, today)).toEqual({
      checkout: 'Check-out must be after check-in',
    });
  },
);

test('stayDatesError rejects a check-in in the past', () => {
  expect(stayDatesError({ checkin: '2026-06-04', checkout: '2026-06-07' }, today)).toEqual({
    checkin: 'Check-in cannot be in the past',
  });
});

test('stayDatesError reports both errors at once', () => {
  expect(Object.keys(stayDatesError({ checkin: '2026-06-04', checkout: '2026-06-04' }, today))).toEqual([
    'checkin',
    'checkout',
  ]);
});

test('stayDatesError ignores missing and impossible dates', () => {
  expect(stayDatesError({}, today)).toEqual({});
  expect(stayDatesError({ checkin: '2026-02-30', checkout: '2026-02-01' }, today)).toEqual({});
  expect(stayDatesError({ checkin: 5, checkout: null }, today)).toEqual({});
});

const parse = (query: string) => stayFromUrl(new URLSearchParams(query), '2026-06-01');

test('stayFromUrl reads dates and guests', () => {
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
])('stayFromUrl ignores %s', (_, query) => {
  expect(parse(query)).toEqual({});
});

test('stayFromUrl returns no stay that the form would reject, for any query', () => {
  const dates = fc.oneof(
    fc
      .date({ min: new Date('2026-05-01'), max: new Date('2026-08-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    fc.string(),
  );
  const guests = fc.oneof(fc.integer({ min: -1, max: 20 }).map(String), fc.string());
  fc.assert(
    fc.property(dates, dates, guests, (checkin, checkout, count) => {
      const stay = stayFromUrl(new URLSearchParams({ checkin, checkout, guests: count }), today);
      expect(stayDatesError(stay, today)).toEqual({});
      for (const date of [stay.checkin, stay.checkout]) expect(date ?? today).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(stay.guests ?? 1).toBeGreaterThan(0);
      expect(stay.guests ?? 1).toBeLessThanOrEqual(maxGuests);
    }),
  );
});

const june = toDateValues({ checkin: '2026-06-10', checkout: '2026-06-17' });
const july = toDateValues({ checkin: '2026-07-01', checkout: '2026-07-04' });
const none = toDateValues();

test.each([
  ['other dates replace those of the form', june, june, july, july],
  ['other dates replace typed ones', july, none, june, june],
  ['cleared dates leave the form', june, june, none, none],
  ['typed dates stay when others are cleared', july, june, none, july],
  [
    'a typed check-out stays with its check-in',
    { ...june, checkout: '2026-06-20' },
    june,
    none,
    { ...june, checkout: '2026-06-20' },
  ],
])('%s, and the text stays', (_, typed, former, next, expected) => {
  expect(withDates({ ...typed, message: 'Hi' }, former, next)).toEqual({ ...expected, message: 'Hi' });
});
