import { expect, test } from 'vitest';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { type Condition, operatorLabels, operatorsFor, parseFilters, serializeFilters } from './filter.ts';

test('serializeFilters and parseFilters are inverse', () => {
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

test('serializeFilters keeps another condition beside eq', () => {
  const conditions: Condition[] = [
    { field: 'price', operator: 'eq', value: 100 },
    { field: 'price', operator: 'ne', value: 5 },
  ];
  expect(JSON.parse(serializeFilters(conditions))).toEqual({ price: { eq: 100, ne: 5 } });
});

test('serializeFilters takes the later of two conditions with one field and operator; none are ""', () => {
  expect(
    serializeFilters([
      { field: 'a', operator: 'contains', value: 'x' },
      { field: 'a', operator: 'contains', value: 'y' },
    ]),
  ).toBe('{"a":{"contains":"y"}}');
  expect(serializeFilters([])).toBe('');
});

test.each([null, '', 'no json', '[]', '1', 'null', '{"a":{"like":1}}', '{"a":{}}'])(
  'parseFilters finds no condition in %s',
  (text) => expect(parseFilters(text)).toEqual([]),
);

test('parseFilters takes a field called __proto__', () => {
  const conditions: Condition[] = [{ field: '__proto__', operator: 'eq', value: 1 }];
  expect(parseFilters(serializeFilters(conditions))).toEqual(conditions);
});

test('a list of records is only filtered by whether it is empty, if it may be', () => {
  const records: FieldSchema = { type: 'array', items: { type: 'object' } };
  expect(operatorsFor('sleeping', records, false)).toEqual(['isNull']);
  expect(operatorsFor('tiers', records, true)).toEqual([]);
  expect(operatorsFor('sleeping', { ...records, default: [] }, false)).toEqual([]);
});

test('operatorsFor depends on the kind of the field', () => {
  expect(operatorsFor('name', { type: 'string' }, true)).toEqual(['contains', 'eq', 'ne']);
  expect(operatorsFor('is_listed', { type: 'boolean', default: true }, false)).toEqual(['eq']);
  expect(operatorsFor('expires_at', { type: 'string', format: 'date-time' }, false)).toEqual([
    'gt',
    'lt',
    'gte',
    'lte',
    'isNull',
  ]);
  expect(operatorsFor('tags', { type: 'array' }, false)).toEqual(['contains']);
  expect(operatorsFor('status', { type: 'string', enum: ['a'] }, true)).toEqual(['eq', 'ne', 'in']);
});

test('operatorLabels differ for dates and times', () => {
  expect(operatorLabels('gt', 'number')).toBe('is more than');
  expect(operatorLabels('gt', 'date')).toBe('is after');
  expect(operatorLabels('lte', 'moment')).toBe('is at or before');
  expect(operatorLabels('lte', 'date')).toBe('is on or before');
  expect(operatorLabels('eq', 'date')).toBe('is');
});
