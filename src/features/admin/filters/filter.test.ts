import { expect, test } from 'vitest';
import { type Condition, operatorLabels, operatorsFor, parseFilters, serializeFilters } from './filter.ts';

test('conditions become the filters of the API and come back as they were', () => {
  const conditions: Condition[] = [
    { field: 'status', operator: 'eq', value: 'active' },
    { field: 'price', operator: 'gte', value: 100 },
    { field: 'price', operator: 'lt', value: 500 },
    { field: 'kind', operator: 'in', value: ['a', 'b'] },
    { field: 'note', operator: 'isNull', value: false },
  ];
  const filters = serializeFilters(conditions);
  expect(JSON.parse(filters)).toEqual({
    status: 'active',
    price: { gte: 100, lt: 500 },
    kind: { in: ['a', 'b'] },
    note: { isNull: false },
  });
  expect(parseFilters(filters)).toEqual(conditions);
});

test('a field with one more condition beside being equal keeps both', () => {
  const conditions: Condition[] = [
    { field: 'price', operator: 'eq', value: 100 },
    { field: 'price', operator: 'ne', value: 5 },
  ];
  expect(JSON.parse(serializeFilters(conditions))).toEqual({ price: { eq: 100, ne: 5 } });
});

test('of two conditions with one field and operator the later one counts, and none are no filters', () => {
  expect(
    serializeFilters([
      { field: 'a', operator: 'contains', value: 'x' },
      { field: 'a', operator: 'contains', value: 'y' },
    ]),
  ).toBe('{"a":{"contains":"y"}}');
  expect(serializeFilters([])).toBe('');
});

test.each([null, '', 'no json', '[]', '1', 'null', '{"a":{"like":1}}', '{"a":{}}'])(
  'filters that mean nothing are none: %s',
  (text) => expect(parseFilters(text)).toEqual([]),
);

test('a field called like a part of every object is a field', () => {
  const conditions: Condition[] = [{ field: '__proto__', operator: 'eq', value: 1 }];
  expect(parseFilters(serializeFilters(conditions))).toEqual(conditions);
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
  expect(operatorLabels('gt', 'number')).toBe('is more than');
  expect(operatorLabels('gt', 'date')).toBe('is after');
  expect(operatorLabels('lte', 'moment')).toBe('is at or before');
  expect(operatorLabels('lte', 'date')).toBe('is on or before');
  expect(operatorLabels('eq', 'date')).toBe('is');
});
