import { expect, test } from 'vitest';
import { rowLinks } from './row-links.ts';

test.each([
  ['requested', ['Open booking', 'Approve', 'Decline']],
  ['confirmed', ['Open booking', 'Cancel', 'Refund']],
  ['cancelled', ['Open booking', 'Refund']],
  ['held', ['Open booking']],
])('the row of a %s booking leads to %j', (status, labels) => {
  const links = rowLinks('bookings', { id: '1', code: '7K3MQ2XA', status });
  expect(links.map(({ label }) => label)).toEqual(labels);
  expect(links[0]?.to).toBe('/admin/bookings/7K3MQ2XA');
  for (const { to } of links.slice(1)) expect(to).toMatch(/^\/admin\/bookings\/7K3MQ2XA\?do=[a-z]+$/);
});

test.each(['products', 'toString'])('rows of %s have no links', (table) => {
  expect(rowLinks(table, { id: 1, status: 'confirmed' })).toEqual([]);
});
