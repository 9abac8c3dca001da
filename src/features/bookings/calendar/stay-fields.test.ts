import { expect, test } from 'vitest';
import type { Shape } from '../../../platform/http/shapes.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { availabilityQuery, calendarQuery } from './stay-fields.server.ts';

const errors = (shape: Shape<unknown, unknown>, query: Record<string, string>) => {
  try {
    shape.parse(`https://site.example/?${new URLSearchParams(query)}`);
    return {};
  } catch (error) {
    return error instanceof AppError ? error.fields : error;
  }
};
const stay = { checkin: '2027-06-01', checkout: '2027-06-05', guests: '2' };

test.each([
  [{ flexDays: '8' }, { flexDays: 'Flexible days must be from 0 to 7' }],
  [{ checkout: '2027-06-01' }, { checkout: 'Check-out must be after check-in' }],
  [{ guests: '0' }, { guests: 'Guests must be a whole number, 1 or more' }],
  [{ pets: '-1' }, { pets: 'Pets must be a whole number, 0 or more' }],
  [{ flexDays: '7', pets: '999' }, {}],
])('a search with %j has the errors %j', (query, fields) => {
  expect(errors(availabilityQuery, { ...stay, ...query })).toEqual(fields);
});

test.each([
  [{ to: '2027-06-01' }, { to: 'To must be after from' }],
  [{ to: '2029-06-21' }, { to: 'To cannot be more than 750 days after from' }],
  [{ to: '2029-06-20' }, {}],
])('a calendar from 2027-06-01 with %j has the errors %j', (query, fields) => {
  expect(errors(calendarQuery, { from: '2027-06-01', ...query })).toEqual(fields);
});
