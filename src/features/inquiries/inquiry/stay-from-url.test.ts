import { expect, test } from 'vitest';
import { stayFromUrl } from './stay-from-url.ts';

const wanted = (query: string) => stayFromUrl(new URLSearchParams(query), '2026-06-01');

test('dates and guests of a link are taken over', () => {
  expect(wanted('checkin=2026-06-10&checkout=2026-06-17&guests=4')).toEqual({
    checkin: '2026-06-10',
    checkout: '2026-06-17',
    guests: 4,
  });
  expect(wanted('checkin=2026-06-01&guests=12')).toEqual({ checkin: '2026-06-01', guests: 12 });
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
  expect(wanted(query)).toEqual({});
});
