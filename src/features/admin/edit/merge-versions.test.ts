import { expect, test } from 'vitest';
import type { Row, TableForm } from '../schema/table.ts';
import { rowInput, threeWayDiff } from './merge-versions.ts';

const schema = {
  properties: {
    id: { type: 'string', readOnly: true, primaryKey: true },
    title: { type: 'string' },
    guests: { type: 'integer' },
    images: { type: 'array' },
    created_at: { type: 'string', readOnly: true },
  },
} as unknown as TableForm;
const base: Row = { id: 'a', _version: '1', title: 'A', guests: 2, images: ['/1'], created_at: 'then' };

test('rowInput leaves out read-only fields and sends an emptied one as null', () => {
  expect(rowInput(schema, { ...base, guests: undefined })).toEqual({
    title: 'A',
    guests: null,
    images: ['/1'],
  });
});

test('rowInput leaves out a field of a type that the form cannot edit', () => {
  const engine = { type: 'object' } as unknown as TableForm['properties'][string];
  const extended = { ...schema, properties: { ...schema.properties, engine } };
  expect(rowInput(extended, { ...base, engine: { power: 60 } })).not.toHaveProperty('engine');
});

test('threeWayDiff takes the only side that changed a field', () => {
  const mine = { title: 'Mine', guests: 2, images: ['/1'] };
  const theirs = { ...base, _version: '2', guests: 4 };
  expect(threeWayDiff(schema, base, mine, theirs)).toEqual([
    { name: 'title', initial: 'mine' },
    { name: 'guests', initial: 'theirs' },
  ]);
});

test('threeWayDiff leaves out a field that both changed to the same value', () => {
  expect(threeWayDiff(schema, base, { ...base, title: 'B' }, { ...base, title: 'B' })).toEqual([]);
});

test('threeWayDiff takes mine for a field that both changed', () => {
  const theirs = { ...base, images: [] };
  expect(threeWayDiff(schema, base, { ...base, images: ['/2'] }, theirs)).toEqual([
    { name: 'images', initial: 'mine' },
  ]);
});
