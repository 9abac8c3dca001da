import { expect, test } from 'vitest';
import { parseInput, readForm } from './parse-input.ts';
import type { FormSchema } from './schema.ts';

test.each([
  ['', undefined],
  ['  ', undefined],
  [null, undefined],
  [undefined, undefined],
  ['5', 5],
  [' 5 ', 5],
  ['-0.5', -0.5],
  ['.5', 0.5],
  ['1e3', 1000],
  ['five', 'five'],
  ['0x10', '0x10'],
  ['1,000', '1,000'],
  ['Infinity', 'Infinity'],
  ['1 2', '1 2'],
])('a number input that holds %j gives %j', (raw, value) => {
  expect(parseInput({ type: 'integer' }, raw)).toBe(value);
  expect(parseInput({ type: 'number' }, raw)).toBe(value);
});

test.each([
  [true, true],
  ['on', true],
  ['true', true],
  [false, false],
  [null, false],
  [undefined, false],
  ['', false],
])('a checkbox that gives %j is %j', (raw, value) => {
  expect(parseInput({ type: 'boolean' }, raw)).toBe(value);
});

test('a checkbox group gives the list of its checked values in the type of its items', () => {
  expect(parseInput({ type: 'array' }, ['a', 'b'])).toEqual(['a', 'b']);
  expect(parseInput({ type: 'array' }, 'a')).toEqual(['a']);
  expect(parseInput({ type: 'array' }, null)).toEqual([]);
  expect(parseInput({ type: 'array', items: { type: 'integer' } }, ['1', '2'])).toEqual([1, 2]);
});

test('a text is kept as typed', () => {
  expect(parseInput({ type: 'string' }, ' a ')).toBe(' a ');
  expect(parseInput({ type: 'string' }, null)).toBe('');
  expect(parseInput({ type: 'string', format: 'date' }, '2026-06-05')).toBe('2026-06-05');
});

test('a local date and time becomes the moment it names', () => {
  const field = { type: 'string', format: 'date-time' } as const;
  expect(parseInput(field, '2026-06-05T10:20')).toBe(new Date(2026, 5, 5, 10, 20).toISOString());
  expect(parseInput(field, '2026-06-05T10:20:00Z')).toBe('2026-06-05T10:20:00Z');
  expect(parseInput(field, '2026-99-05T10:20')).toBe('2026-99-05T10:20');
  expect(parseInput(field, '')).toBe('');
});

test('a submitted form is read field by field, without read-only ones', () => {
  const schema: FormSchema = {
    properties: {
      id: { type: 'string', readOnly: true },
      name: { type: 'string' },
      guests: { type: 'integer' },
      agree: { type: 'boolean' },
      tags: { type: 'array' },
    },
  };
  const data = new FormData();
  for (const [name, value] of [
    ['id', '1'],
    ['name', 'Ann'],
    ['guests', '2'],
    ['tags', 'a'],
    ['tags', 'b'],
    ['x', 'y'],
  ]) {
    data.append(String(name), String(value));
  }
  expect(readForm(schema, data)).toEqual({ name: 'Ann', guests: 2, agree: false, tags: ['a', 'b'] });
  expect(readForm(schema, new FormData())).toEqual({ name: '', guests: undefined, agree: false, tags: [] });
});

test.each(['5.000', '5.', '+5.0', '-1.00'])('a whole-number input that holds %j keeps the text', (raw) => {
  expect(parseInput({ type: 'integer' }, raw)).toBe(raw);
});

test.each([
  ['5e3', 5000],
  ['1.5E+3', 1500],
  ['1.5', 1.5],
])('a whole-number input that holds %j gives %j', (raw, value) => {
  expect(parseInput({ type: 'integer' }, raw)).toBe(value);
});
