import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { BookingStatus } from '../../../db/schema/bookings.ts';
import { canBecome, initialStatuses, occupiesNights } from './booking.ts';

const statuses: BookingStatus[] = [
  'held',
  'requested',
  'confirmed',
  'expired',
  'released',
  'declined',
  'cancelled',
];

test('the drawing in docs/booking-states.md has exactly the transitions of the module', () => {
  const drawing = readFileSync(new URL('../../../../docs/booking-states.md', import.meta.url), 'utf8');
  const arrows = [...drawing.matchAll(/^ {2}(\S+) --> (\S+)$/gm)].map(([, from, to]) => `${from} ${to}`);
  const allowed = statuses.flatMap((from) =>
    statuses.filter((to) => canBecome(from, to)).map((to) => `${from} ${to}`),
  );
  const begins = initialStatuses.map((status) => `[*] ${status}`);
  const ends = statuses
    .filter((from) => statuses.every((to) => !canBecome(from, to)))
    .map((status) => `${status} [*]`);
  expect(arrows.toSorted()).toEqual([...allowed, ...begins, ...ends].toSorted());
});

test('no booking leaves a state for itself, and only a hold, a request and a confirmed stay take nights', () => {
  expect(statuses.filter((status) => canBecome(status, status))).toEqual([]);
  expect(statuses.filter(occupiesNights)).toEqual(['held', 'requested', 'confirmed']);
});
