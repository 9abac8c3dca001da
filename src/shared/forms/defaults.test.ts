import { expect, test } from 'vitest';
import { defaultsFor, emptyValue } from './defaults.ts';
import type { FormSchema } from './schema.ts';

test('an untouched field is empty in its own type', () => {
  expect(emptyValue({ type: 'boolean' })).toBe(false);
  expect(emptyValue({ type: 'array' })).toEqual([]);
  expect(emptyValue({ type: 'string' })).toBe('');
  expect(emptyValue({ type: 'number' })).toBeUndefined();
  expect(emptyValue({ type: 'integer' })).toBeUndefined();
});

test('a form starts with its defaults, without read-only fields', () => {
  const schema: FormSchema = {
    properties: {
      id: { type: 'string', readOnly: true, default: 'x' },
      name: { type: 'string' },
      author: { type: 'string', default: 'PCB Beach Rentals' },
      isListed: { type: 'boolean', default: true },
      guests: { type: 'integer', default: 0 },
      beds: { type: 'integer' },
    },
  };
  expect(defaultsFor(schema)).toEqual({
    name: '',
    author: 'PCB Beach Rentals',
    isListed: true,
    guests: 0,
    beds: undefined,
  });
});

test('two forms never share a list', () => {
  const schema: FormSchema = { properties: { tags: { type: 'array', default: ['a'] } } };
  const [first, second] = [defaultsFor(schema), defaultsFor(schema)];
  (first.tags as string[]).push('b');
  expect(second.tags).toEqual(['a']);
});
