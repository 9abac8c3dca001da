import { expect, test } from 'vitest';
import { parseListState, toQuery, withFilters, withPeriod } from './list-state.ts';

const parse = (text: string) => parseListState(new URLSearchParams(text));

const today = '2027-07-04';

test('the address holds filters, period and page', () => {
  expect(parse('status=requested&from=2027-07-01&search=ann+lee&page=3')).toEqual({
    filters: { status: 'requested', from: '2027-07-01', search: 'ann lee' },
    period: 'upcoming',
    page: 3,
  });
  expect(parse('period=past').period).toBe('past');
});

test.each([
  'status=lost',
  'from=2027-02-30',
  'sort=price',
  'page=0',
  'page=x',
  'other=1',
  'status=',
  'period=never',
])('a link with %s shows the list without it', (text) =>
  expect(parse(text)).toEqual({ filters: {}, period: 'upcoming', page: 1 }),
);

test('another filter begins on the first page and keeps the others', () => {
  const params = new URLSearchParams('status=held&page=4');
  expect(withFilters(params, { property: 'the-beachcomber' }).toString()).toBe(
    'status=held&property=the-beachcomber',
  );
  expect(withFilters(params, { status: '' }).toString()).toBe('');
});

test.each([
  ['', 'from=2027-07-04&sort=arrival'],
  ['status=held&page=2', 'status=held&page=2&from=2027-07-04&sort=arrival'],
  ['sort=newest', 'sort=newest&from=2027-07-04'],
  ['period=past&search=ann', 'search=ann&endsBefore=2027-07-04'],
  ['period=all', ''],
  ['from=2027-01-01', 'from=2027-01-01'],
  ['period=past&to=2027-01-01', 'to=2027-01-01'],
])('the address with %j lists the bookings of the call with %j', (address, query) => {
  expect(toQuery(parse(address), today).toString()).toBe(query);
});

test('another period begins on the first page and keeps the filters', () => {
  expect(withPeriod(new URLSearchParams('status=held&page=4'), 'past').toString()).toBe(
    'status=held&period=past',
  );
  expect(withPeriod(new URLSearchParams('period=past'), 'upcoming').toString()).toBe('');
});
