import { expect, test } from 'vitest';
import { bookPath, isDated, parseStaySearch, searchProblem } from './stay-search.ts';

const parse = (query: string) => parseStaySearch(new URLSearchParams(query), '2027-05-20');
const empty = { guests: 2, pets: 0 };

test('an address is read whole and written again', () => {
  const query =
    'property=the-beachcomber&checkin=2027-07-05&checkout=2027-07-12&guests=4&pets=1&promoCode=SUN&via=agent';
  const search = parse(query);
  expect(search).toEqual({
    property: 'the-beachcomber',
    checkin: '2027-07-05',
    checkout: '2027-07-12',
    guests: 4,
    pets: 1,
    promoCode: 'SUN',
    via: 'agent',
  });
  expect(isDated(search)).toBe(true);
  expect(bookPath(search)).toBe(`/book?${query}`);
});

test.each([
  ['nothing', ''],
  ['any home', 'property=any'],
  ['a home with another form of name', 'property=%3Cb%3E'],
  ['dates that are past', 'checkin=2027-05-19&checkout=2027-05-22'],
  ['dates that are none', 'checkin=2027-02-30&checkout=tomorrow'],
  ['another maker of the link', 'via=hosts'],
  ['odd numbers', 'guests=0&pets=-1'],
  ['what is no whole number', 'guests=many&pets=1.5'],
])('%s is left out', (_, query) => {
  expect(parse(query)).toEqual(empty);
  expect(isDated(parse(query))).toBe(false);
});

test.each([
  ['guests=20&pets=5', { guests: 20, pets: 5 }],
  ['guests=21&pets=6', { guests: 20, pets: 5 }],
  ['guests=400&pets=9999', { guests: 20, pets: 5 }],
])('more people than any home takes stay too many: "%s"', (query, party) => {
  expect(parse(query)).toEqual(party);
});

const id = '0196f0a0-0000-7000-8000-000000000001';
const other = '0196f0a0-0000-7000-8000-000000000002';

test('extras are read from an address and a form without scripts, and written as `extra=ID:QUANTITY`', () => {
  const extras = [
    { id, quantity: 1 },
    { id: other, quantity: 2 },
  ];
  expect(parse(`extra=${id}:1&extra-${other}=2`)).toEqual({ ...empty, extras });
  expect(parse(`extra=${id}%3A1&extra=${other.toUpperCase()}:2`)).toEqual({ ...empty, extras });
  expect(bookPath({ ...empty, extras })).toBe(`/book?guests=2&pets=0&extra=${id}:1&extra=${other}:2`);
});

test.each([
  'extra=',
  `extra=${id}`,
  `extra=${id}:0`,
  `extra=${id}:-1`,
  `extra=${id}:1.5`,
  'extra=crib:1',
  `extra-${id}=`,
])('an extra of another form is left out: "%s"', (query) => {
  expect(parse(query)).toEqual(empty);
});

test('a check-out that does not follow the check-in is left out', () => {
  expect(parse('checkin=2027-07-05&checkout=2027-07-05')).toEqual({ ...empty, checkin: '2027-07-05' });
});

test.each([
  ['', ''],
  ['checkin=2027-07-05', ''],
  ['checkin=&checkout=', 'Please choose your check-in day.'],
  ['checkin=2027-05-19&checkout=2027-05-22', 'This check-in day has passed. Please choose a later one.'],
  ['checkin=2027-05-32&checkout=2027-06-22', 'Please choose your check-in day.'],
  ['checkin=2027-07-05&checkout=', 'Please choose a check-out day after check-in.'],
  ['checkin=2027-07-05&checkout=2027-07-04', 'Please choose a check-out day after check-in.'],
  ['checkin=2027-07-05&checkout=2027-07-06', ''],
])('the search "%s" of the form has the problem "%s"', (query, problem) => {
  expect(searchProblem(new URLSearchParams(query), parse(query))).toBe(problem);
});

test('a promotion code is trimmed and cut to what a code can be', () => {
  expect(parse(`promoCode=${'A'.repeat(60)}`).promoCode).toHaveLength(40);
  expect(parse('promoCode=%20SUN%20').promoCode).toBe('SUN');
  expect(parse('promoCode=%20')).toEqual(empty);
});
