import { expect, test } from 'vitest';
import { listDaysUrl } from './list-days.ts';

const parse = (query: string) => listDaysUrl.parse(new URLSearchParams(query));

test.each([
  ['', { from: null, days: 14 }],
  ['days=30', { from: null, days: 30 }],
  ['from=2027-07-08', { from: '2027-07-08', days: 14 }],
  ['from=2099-01-01&days=60', { from: '2099-01-01', days: 60 }],
  ['from=yesterday&days=31', { from: null, days: 14 }],
  ['from=2027-02-30', { from: null, days: 14 }],
])('the list of messages at ?%s shows these days', (query, days) => {
  expect(parse(query)).toEqual(days);
});

test('a step to other days keeps how many of them the list shows, and today has no date in the URL', () => {
  const url = new URLSearchParams('days=30&from=2027-07-08');
  expect(listDaysUrl.change(url, { from: '2027-06-08' }).toString()).toBe('days=30&from=2027-06-08');
  expect(listDaysUrl.change(url, { from: null }).toString()).toBe('days=30');
});
