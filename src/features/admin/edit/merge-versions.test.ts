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

test('what only the site sets is never sent, and what was emptied is sent as empty', () => {
  expect(rowInput(schema, { ...base, guests: undefined })).toEqual({
    title: 'A',
    guests: null,
    images: ['/1'],
  });
});

test('a field of a type that the form cannot edit is not sent', () => {
  const engine = { type: 'object' } as unknown as TableForm['properties'][string];
  const odd = { ...schema, properties: { ...schema.properties, engine } };
  expect(rowInput(odd, { ...base, engine: { power: 60 } })).not.toHaveProperty('engine');
});

test('of two versions, what one person alone changed is kept', () => {
  const mine = { title: 'Mine', guests: 2, images: ['/1'] };
  const theirs = { ...base, _version: '2', guests: 4 };
  expect(threeWayDiff(schema, base, mine, theirs)).toEqual([
    { name: 'title', keep: 'mine' },
    { name: 'guests', keep: 'theirs' },
  ]);
});

test('where both changed the same to the same, nobody is asked', () => {
  expect(threeWayDiff(schema, base, { ...base, title: 'B' }, { ...base, title: 'B' })).toEqual([]);
});

test('a field that both changed is mine unless I say otherwise', () => {
  const theirs = { ...base, images: [] };
  expect(threeWayDiff(schema, base, { ...base, images: ['/2'] }, theirs)).toEqual([
    { name: 'images', keep: 'mine' },
  ]);
});
