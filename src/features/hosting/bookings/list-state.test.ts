import { expect, test } from 'vitest';
import { parseListState, toQuery, withFilters } from './list-state.ts';

const parse = (text: string) => parseListState(new URLSearchParams(text));

test('the address holds filters and page', () => {
  expect(parse('status=requested&from=2027-07-01&search=ann+lee&page=3')).toEqual({
    filters: { status: 'requested', from: '2027-07-01', search: 'ann lee' },
    page: 3,
  });
  expect(toQuery(parse('status=held&sort=arrival&page=2')).toString()).toBe(
    'status=held&sort=arrival&page=2',
  );
  expect(toQuery(parse('page=1')).toString()).toBe('');
});

test.each(['status=lost', 'from=2027-02-30', 'sort=price', 'page=0', 'page=x', 'other=1', 'status='])(
  'a link with %s shows the list without it',
  (text) => expect(parse(text)).toEqual({ filters: {}, page: 1 }),
);

test('another filter begins on the first page and keeps the others', () => {
  const params = new URLSearchParams('status=held&page=4');
  expect(withFilters(params, { property: 'the-beachcomber' }).toString()).toBe(
    'status=held&property=the-beachcomber',
  );
  expect(withFilters(params, { status: '' }).toString()).toBe('');
});
