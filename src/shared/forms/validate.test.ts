import { describe, expect, test } from 'vitest';
import type { FieldSchema, FormSchema } from './schema.ts';
import { isEmpty, trimmed, validateField, validateForm } from './validate.ts';

const titled = (schema: FieldSchema) => ({ title: 'Guests', ...schema });
const message = (schema: FieldSchema, value: unknown) => validateField('guests', titled(schema), value);

describe('a required field', () => {
  test.each([
    ['null', null],
    ['undefined', undefined],
    ['an empty text', ''],
    ['only white space', ' \t\n\u00a0'],
    ['an empty list', []],
  ])('is not filled in by %s', (_, value) => {
    expect(validateField('name', { type: 'string', title: 'Name' }, value, true)).toBe('Name is required');
  });

  test('is named by its field name when it has no title', () => {
    expect(validateField('first_name', { type: 'string' }, '', true)).toBe('first_name is required');
  });

  test('is filled in by false and by zero', () => {
    expect(validateField('agree', { type: 'boolean' }, false, true)).toBeNull();
    expect(validateField('age', { type: 'number' }, 0, true)).toBeNull();
    expect(isEmpty(false)).toBe(false);
  });
});

test('an optional field left empty skips every other check', () => {
  const strict: FieldSchema = { type: 'string', format: 'email', minLength: 5, pattern: '^x', enum: ['x'] };
  for (const value of ['', '  ', null, undefined, []]) expect(message(strict, value)).toBeNull();
  expect(message({ type: 'integer', minimum: 1 }, '')).toBeNull();
});

test.each<[rule: string, schema: FieldSchema, good: unknown, bad: unknown, says: string]>([
  ['a boolean', { type: 'boolean' }, true, 'true', 'Guests must be a boolean'],
  ['a number', { type: 'number' }, 1.5, '1.5', 'Guests must be a number'],
  ['a number that is one', { type: 'number' }, 0, Number.NaN, 'Guests must be a number'],
  ['a finite number', { type: 'number' }, 1e300, Infinity, 'Guests must be a number'],
  ['an integer that is a number', { type: 'integer' }, 2, 'two', 'Guests must be a number'],
  ['a whole number', { type: 'integer' }, 2, 2.5, 'Guests must be an integer'],
  ['a minimum', { type: 'integer', minimum: 1 }, 1, 0, 'Guests cannot be less than 1'],
  ['a maximum', { type: 'integer', maximum: 12 }, 12, 13, 'Guests cannot be greater than 12'],
  ['a text', { type: 'string' }, '5', 5, 'Guests must be a string'],
  ['an e-mail', { type: 'string', format: 'email' }, 'a@b.co', 'a@b', 'Guests is not a valid email'],
  ['a date', { type: 'string', format: 'date' }, '2026-02-28', '2026-02-30', 'Guests must be a valid date'],
  [
    'a moment',
    { type: 'string', format: 'date-time' },
    '2026-02-28T10:00:00Z',
    '2026-02-28T10:00',
    'Guests must be a valid date',
  ],
  ['a minimum length', { type: 'string', minLength: 2 }, 'ab', 'a', 'Guests must be at least 2 characters'],
  ['a maximum length', { type: 'string', maxLength: 2 }, 'ab', 'abc', 'Guests cannot exceed 2 characters'],
  ['a list', { type: 'array' }, ['a'], 'a', 'Guests must be an array'],
  [
    'a list of options',
    { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    ['b', 'a'],
    ['a', 'c'],
    'Guests contains invalid options',
  ],
  [
    'a list of links',
    { type: 'array', items: { type: 'string', format: 'uri' } },
    ['/media/1/640.jpg'],
    ['javascript:alert(1)'],
    'Guests contains invalid options',
  ],
  ['a pattern', { type: 'string', pattern: '^[a-z]{3}$' }, 'usd', 'USD', 'Guests is not valid'],
  ['a link', { type: 'string', format: 'uri' }, 'https://a.example/x', '//a.example', 'Guests is not valid'],
  ['a slug', { type: 'string', format: 'slug' }, 'a-b', 'a--b', 'Guests is not valid'],
  [
    'a reference',
    { type: 'string', format: 'uuid' },
    '01890000-0000-7000-8000-000000000000',
    '7',
    'Guests is not valid',
  ],
  ['an option', { type: 'string', enum: ['a', 'b'] }, 'b', 'c', 'Guests must be one of the valid options'],
  ['a numeric option', { type: 'integer', enum: [1, 2] }, 2, 3, 'Guests must be one of the valid options'],
])('%s is accepted or explained', (_, schema, good, bad, says) => {
  expect(message(schema, good)).toBeNull();
  expect(message(schema, bad)).toBe(says);
});

test('the first failing rule speaks', () => {
  const schema: FieldSchema = { type: 'string', format: 'email', minLength: 5, maxLength: 8, pattern: '^b' };
  expect(message(schema, 'x')).toBe('Guests is not a valid email');
  expect(message({ ...schema, format: undefined }, 'x')).toBe('Guests must be at least 5 characters');
  expect(message({ ...schema, format: undefined }, 'xxxxxxxxx')).toBe('Guests cannot exceed 8 characters');
  expect(message({ ...schema, format: 'slug' }, 'b'.repeat(9))).toBe('Guests cannot exceed 8 characters');
});

test('lengths count characters a person sees as one code point, not UTF-16 units', () => {
  expect(message({ type: 'string', maxLength: 2 }, '🏖🏖')).toBeNull();
  expect(message({ type: 'string', minLength: 2 }, '🏖')).toBe('Guests must be at least 2 characters');
});

test('a single line is checked without its outer white space, a longer text with it', () => {
  expect(message({ type: 'string', minLength: 2 }, ' a ')).toBe('Guests must be at least 2 characters');
  expect(message({ type: 'string', format: 'email' }, ' a@b.co ')).toBeNull();
  expect(message({ type: 'string', minLength: 2, multiline: true }, ' a ')).toBeNull();
  expect(trimmed('a', { type: 'string', enum: [' x'] }, ' x')).toBe(' x');
});

test.each(['a\nb', 'a\r\nBcc: x@y.zz', 'a\0b', 'a\u2028b', 'a\u007fb', 'a\ud800b'])(
  'a single line rejects the control characters of %j',
  (text) => {
    expect(message({ type: 'string' }, text)).toBe('Guests is not valid');
  },
);

test('a longer text keeps its line breaks but not what the database cannot store', () => {
  expect(message({ type: 'string', multiline: true }, 'a\r\nb\tc')).toBeNull();
  expect(message({ type: 'string', format: 'textarea' }, 'a\nb')).toBeNull();
  expect(message({ type: 'string', maxLength: 256 }, 'a\nb')).toBeNull();
  expect(validateField('short_description', { type: 'string' }, 'a\nb')).toBeNull();
  expect(message({ type: 'string', multiline: true }, 'a\0b')).toBe('Guests is not valid');
  expect(message({ type: 'string', multiline: true }, 'a\udc00b')).toBe('Guests is not valid');
});

test('a type the form does not know is left to the server that wrote it', () => {
  expect(message({ type: 'object' as 'string' }, {})).toBeNull();
});

describe('a form', () => {
  const builder: FieldSchema = { type: 'string', title: 'Builder' };
  const schema: FormSchema = {
    required: ['id', 'name', 'constructor'],
    properties: {
      id: { type: 'string', readOnly: true },
      name: { type: 'string', title: 'Name' },
      guests: { type: 'integer', title: 'Guests', maximum: 12 },
      constructor: builder,
    },
  };

  test('has one message for each wrong field and none for read-only ones', () => {
    expect(validateForm(schema, { guests: 13 })).toEqual({
      name: 'Name is required',
      guests: 'Guests cannot be greater than 12',
      constructor: 'Builder is required',
    });
  });

  test('has no message when it is filled in', () => {
    expect(validateForm(schema, { name: 'Ann', guests: 2, constructor: 'x' })).toEqual({});
  });

  test('validateForm reports a text without the pattern as not valid', () => {
    const patterned: FormSchema = { properties: { code: { type: 'string', title: 'Code', pattern: 'p' } } };
    expect(validateForm(patterned, { code: 'c' })).toEqual({ code: 'Code is not valid' });
    expect(validateForm(patterned, { code: 'cp' })).toEqual({});
  });
});

test('validateForm leaves an object without named fields alone', () => {
  const schema = { type: 'object', properties: { engine: { type: 'object', title: 'Engine' } } } as const;
  expect(validateForm(schema as never, { engine: { power: 60 } })).toEqual({});
});
