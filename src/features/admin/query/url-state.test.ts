import { expect, test } from 'vitest';
import { nextSort, parseUrlState, toListParams, toViewParams, updateUrlState } from './url-state.ts';

const params = (text: string) => new URLSearchParams(text);

test('parseUrlState defaults to the first page', () => {
  expect(parseUrlState(params('table=products'))).toEqual({
    page: 1,
    sort: null,
    search: '',
    conditions: [],
    columns: null,
  });
});

test('parseUrlState reads page, sort, search, filters and columns', () => {
  const filters = encodeURIComponent('{"status":"new"}');
  const query = parseUrlState(
    params(`page=3&sort=name:desc&search=pool&filters=${filters}&columns=name,status`),
  );
  expect(query).toEqual({
    page: 3,
    sort: { field: 'name', descending: true },
    search: 'pool',
    conditions: [{ field: 'status', operator: 'eq', value: 'new' }],
    columns: ['name', 'status'],
  });
  expect(Object.fromEntries(toListParams(query))).toEqual({
    sort: 'name:desc',
    filters: '{"status":"new"}',
    search: 'pool',
  });
});

test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=', 'sort=name', 'sort=:asc', 'sort=name:up'])(
  'parseUrlState ignores the invalid %s',
  (text) => {
    const { page, sort } = parseUrlState(params(text));
    expect([page, sort]).toEqual([1, null]);
  },
);

test('updateUrlState goes to page 1 with another sort, search or filter, not with another page or columns', () => {
  const before = params('table=products&page=4&search=a');
  expect(updateUrlState(before, { sort: { field: 'name', descending: false } }).toString()).toBe(
    'table=products&search=a&sort=name%3Aasc',
  );
  expect(updateUrlState(before, { search: '' }).toString()).toBe('table=products');
  expect(updateUrlState(before, { conditions: [] }).get('page')).toBeNull();
  expect(updateUrlState(before, { columns: ['name'] }).get('page')).toBe('4');
  expect(updateUrlState(before, { page: 5 }).get('page')).toBe('5');
  expect(updateUrlState(before, { page: 1 }).toString()).toBe('table=products&search=a');
  expect(before.get('page')).toBe('4');
});

test('nextSort goes from ascending to descending to none', () => {
  const up = nextSort(null, 'name');
  expect(up).toEqual({ field: 'name', descending: false });
  const down = nextSort(up, 'name');
  expect(down).toEqual({ field: 'name', descending: true });
  expect(nextSort(down, 'name')).toBeNull();
  expect(nextSort(down, 'price')).toEqual({ field: 'price', descending: false });
});

test('toViewParams keeps sort, search, filters and columns, and no page', () => {
  expect(
    toViewParams(params('table=products&page=4&view=rows&search=a&sort=name:asc'), ['name', 'price']),
  ).toBe('sort=name%3Aasc&search=a&columns=name%2Cprice');
});
