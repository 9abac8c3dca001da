import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { parseForm, pickWritable } from './parse-form.ts';
import type { FormSchema } from './schema.ts';

const schema: FormSchema = {
  required: ['id', 'name'],
  properties: {
    id: { type: 'string', readOnly: true, primaryKey: true },
    number: { type: 'integer', primaryKey: true },
    role: { type: 'string', readOnly: true },
    name: { type: 'string', title: 'Name', maxLength: 20 },
    message: { type: 'string', multiline: true },
    phone: { type: 'string', default: '' },
    arrival: { type: 'string', format: 'date' },
    guests: { type: 'integer', title: 'Guests', minimum: 1 },
    tags: { type: 'array', default: ['beach'] },
  },
};

function rejection(input: unknown): AppError {
  try {
    parseForm(schema, input);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('nothing was rejected');
}

test('a body cannot set a read-only field, a key, or anything that is not declared', () => {
  const body = JSON.parse(
    '{"id":"1","number":7,"role":"admin","name":"Ann","isAdmin":true,"__proto__":{"isAdmin":true},"constructor":"x"}',
  );
  const values = parseForm(schema, body);
  expect(values).toEqual({ name: 'Ann' });
  expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
  expect((values as { isAdmin?: unknown }).isAdmin).toBeUndefined();
});

test('a declared field is read only from the object itself, never from its prototype', () => {
  expect(pickWritable(schema, Object.create({ name: 'inherited' }))).toEqual({});
  const named = JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}');
  expect(pickWritable(named, JSON.parse('{"__proto__":"x","constructor":"y"}'))).toEqual({});
});

test('single-line text is trimmed, and multi-line text is unchanged', () => {
  const values = parseForm(schema, { name: '  Ann  ', message: ' Hello\n there ' });
  expect(values).toEqual({ name: 'Ann', message: ' Hello\n there ' });
});

test('an optional field left empty becomes its default, else null, and a list stays empty', () => {
  const body = { name: 'Ann', arrival: ' ', phone: null, guests: '', message: '', tags: [] };
  expect(parseForm(schema, body)).toEqual({
    name: 'Ann',
    arrival: null,
    phone: '',
    guests: null,
    message: null,
    tags: [],
  });
});

test('a field left out stays out', () => {
  expect(parseForm(schema, { name: 'Ann' })).toEqual({ name: 'Ann' });
});

test('nothing else is coerced', () => {
  expect(rejection({ name: 5, guests: '2' }).fields).toEqual({
    name: 'Name must be a string',
    guests: 'Guests must be a number',
  });
});

test('a wrong body is rejected with a message for each field', () => {
  const error = rejection({ guests: 0 });
  expect(error).toMatchObject({ code: 'invalid', message: 'Please check the highlighted fields' });
  expect(error.fields).toEqual({ name: 'Name is required', guests: 'Guests cannot be less than 1' });
});

test.each([null, undefined, 'text', 5, true, [], [{ name: 'Ann' }]])('%j is rejected as a body', (body) => {
  expect(rejection(body).fields).toEqual({ name: 'Name is required' });
});

test('a body that is no object is rejected even when nothing is required', () => {
  expect(() => parseForm({ properties: {} }, [])).toThrow('Please check the highlighted fields');
});
