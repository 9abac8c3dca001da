import { expect, test } from 'vitest';
import type { HistoryEntry } from './contract.server.ts';
import { historyQuery, joinPages } from './queries.ts';

const entry = (id: number): HistoryEntry => ({
  id: String(id),
  action: 'update',
  at: '',
  by: '',
  changes: {},
});
const page = (newest: number, count: number) => ({
  data: Array.from({ length: count }, (_, at) => entry(newest - at)),
});

test('a full page of changes has a next one, a shorter page is the last', () => {
  const { getNextPageParam } = historyQuery('amenities', 1);
  const next = (count: number) => getNextPageParam(page(100, count), [], 2, []);
  expect([next(50), next(49), next(0)]).toEqual([3, undefined, undefined]);
});

test('a change that moved to the next page is listed once', () => {
  const pages = [page(100, 50), page(51, 50)];
  const ids = joinPages({ pages, pageParams: [1, 2] }).map(({ id }) => Number(id));
  expect(ids).toEqual(Array.from({ length: 99 }, (_, at) => 100 - at));
});
