import { expect, test } from 'vitest';
import { pageParam, textParam, urlState } from './url-state.ts';

interface Homes {
  search: string;
  status?: string;
  page: number;
}

const homes = urlState<Homes>({
  search: textParam(''),
  status: textParam(undefined, (text) => text === 'open'),
  page: pageParam(9_999),
});
const parse = (text: string) => homes.parse(new URLSearchParams(text));

test('a query is read with the default of what is missing or invalid', () => {
  expect(parse('search=gull&status=open&page=3')).toEqual({ search: 'gull', status: 'open', page: 3 });
  for (const text of ['', 'status=lost', 'page=0', 'page=1.5', 'page=x', 'page=10000'])
    expect(Object.entries(parse(text))).toEqual([
      ['search', ''],
      ['page', 1],
    ]);
});

test('a query has only what differs from the default', () => {
  expect(homes.toQuery({ search: 'gull', page: 2 }).toString()).toBe('search=gull&page=2');
  expect(homes.toQuery(parse('status=open&page=1')).toString()).toBe('status=open');
});

test('a change leaves the place of what stays, and what others wrote', () => {
  const query = new URLSearchParams('view=cards&page=4&search=gull');
  expect(homes.change(query, { search: 'tern', status: undefined }).toString()).toBe(
    'view=cards&page=4&search=tern',
  );
  expect(homes.change(query, { page: 1, search: '' }).toString()).toBe('view=cards');
  expect(query.get('page')).toBe('4');
});

test('values derived from several parameters are computed on reading', () => {
  const days = urlState<{ from: string; to: string }>(
    { from: textParam('01'), to: textParam('31') },
    ({ from, to }) => ({ from, to: to < from ? from : to }),
  );
  expect(days.parse(new URLSearchParams('from=12&to=08'))).toEqual({ from: '12', to: '12' });
});
