import { expect, test } from 'vitest';
import { type Condition, conditionsOf, filtersOf, operatorsFor, operatorWords } from './filter.ts';

test('conditions become the filters of the API and come back as they were', () => {
  const conditions: Condition[] = [
    { field: 'status', operator: 'eq', value: 'active' },
    { field: 'price', operator: 'gte', value: 100 },
    { field: 'price', operator: 'lt', value: 500 },
    { field: 'kind', operator: 'in', value: ['a', 'b'] },
    { field: 'note', operator: 'isNull', value: false },
  ];
  const filters = filtersOf(conditions);
  expect(JSON.parse(filters)).toEqual({
    status: 'active',
    price: { gte: 100, lt: 500 },
    kind: { in: ['a', 'b'] },
    note: { isNull: false },
  });
  expect(conditionsOf(filters)).toEqual(conditions);
});

test('a field with one more condition beside being equal keeps both', () => {
  const conditions: Condition[] = [
    { field: 'price', operator: 'eq', value: 100 },
    { field: 'price', operator: 'ne', value: 5 },
  ];
  expect(JSON.parse(filtersOf(conditions))).toEqual({ price: { eq: 100, ne: 5 } });
});

test('of two conditions with one field and operator the later one counts, and none are no filters', () => {
  expect(
    filtersOf([
      { field: 'a', operator: 'contains', value: 'x' },
      { field: 'a', operator: 'contains', value: 'y' },
    ]),
  ).toBe('{"a":{"contains":"y"}}');
  expect(filtersOf([])).toBe('');
});

test.each([null, '', 'no json', '[]', '1', 'null', '{"a":{"like":1}}', '{"a":{}}'])(
  'filters that mean nothing are none: %s',
  (text) => expect(conditionsOf(text)).toEqual([]),
);

test('a field called like a part of every object is a field', () => {
  const conditions: Condition[] = [{ field: '__proto__', operator: 'eq', value: 1 }];
  expect(conditionsOf(filtersOf(conditions))).toEqual(conditions);
});

test('what is asked depends on the kind of the field', () => {
  expect(operatorsFor('name', { type: 'string' }, true)).toEqual(['contains', 'eq', 'ne']);
  expect(operatorsFor('is_listed', { type: 'boolean', default: true }, false)).toEqual(['eq']);
  expect(operatorsFor('expires_at', { type: 'string', format: 'date-time' }, false)).toEqual([
    ...['gt', 'lt', 'gte', 'lte', 'isNull'],
  ]);
  expect(operatorsFor('tags', { type: 'array' }, false)).toEqual(['contains']);
  expect(operatorsFor('status', { type: 'string', enum: ['a'] }, true)).toEqual(['eq', 'ne', 'in']);
});

test('operators are said in plain words, which differ for times', () => {
  expect(operatorWords('gt', 'number')).toBe('is more than');
  expect(operatorWords('gt', 'date')).toBe('is after');
  expect(operatorWords('lte', 'moment')).toBe('is at or before');
  expect(operatorWords('lte', 'date')).toBe('is on or before');
  expect(operatorWords('eq', 'date')).toBe('is');
});
