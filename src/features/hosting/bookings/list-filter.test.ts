import { expect, test } from 'vitest';
import { bookingFilter, bookingListQuery } from './contract.server.ts';

const parseBookingFilter = bookingFilter.parse;
const parseBookingList = bookingListQuery.parse;

const url = (query: string) => `https://site.example/api/admin/bookings${query}`;

test('without filters all bookings are listed, the latest stay first, 50 a page', () => {
  expect(parseBookingList(url(''))).toEqual({
    filter: {
      status: null,
      property: null,
      from: null,
      to: null,
      endsBefore: null,
      terms: [],
      sort: 'latest',
    },
    paging: { page: 1, limit: 50 },
  });
});

test('empty filters are ignored, and a search is split into words', () => {
  expect(parseBookingFilter(url('?status=&property=&from=&to=&search=%20Ann%20%20Smith%20'))).toEqual({
    status: null,
    property: null,
    from: null,
    to: null,
    endsBefore: null,
    terms: ['Ann', 'Smith'],
    sort: 'latest',
  });
});

test('one day is a range, too', () => {
  expect(parseBookingFilter(url('?from=2027-07-09&to=2027-07-09'))).toMatchObject({ from: '2027-07-09' });
});

test.each([
  ['?status=paid', 'status'],
  ['?status=Held', 'status'],
  ['?sort=price', 'sort'],
  ['?from=2027-02-30', 'from'],
  ['?to=tomorrow', 'to'],
  ['?from=2027-07-09&to=2027-07-08', 'to'],
  [`?search=${'x'.repeat(201)}`, 'search'],
  ['?page=0', 'page'],
  ['?page=1.5', 'page'],
  ['?page=-1', 'page'],
  ['?limit=0', 'limit'],
  ['?limit=201', 'limit'],
  ['?guests=2', 'guests'],
])('%s is rejected', (query, field) => {
  expect(() => parseBookingList(url(query))).toThrow(
    expect.objectContaining({ code: 'invalid', fields: { [field]: expect.any(String) } }),
  );
});

test('the file of bookings has no pages', () => {
  expect(() => parseBookingFilter(url('?page=1'))).toThrow(expect.objectContaining({ code: 'invalid' }));
});
