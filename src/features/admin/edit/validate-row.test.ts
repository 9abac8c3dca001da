import { expect, test } from 'vitest';
import type { FieldSchema, FormSchema } from '../../../shared/forms/schema.ts';
import { rowError, rowErrors } from './validate-row.ts';

const text: FieldSchema = { type: 'string', title: 'Name', minLength: 2, maxLength: 4 };
const whole: FieldSchema = { type: 'integer', title: 'Guests', minimum: 1, maximum: 12 };

const price: FieldSchema = {
  type: 'integer',
  title: 'Price',
  unit: 'cents',
  minimum: 50,
  maximum: 2_000_000,
};

test.each([
  [text, '', true, 'Name is required'],
  [price, 49, false, 'Minimum value is 0.50'],
  [price, 2_000_001, false, 'Maximum value is 20000.00'],
  [price, '1.755', false, 'Type an amount such as 175 or 175.50'],
  [text, '   ', true, 'Name is required'],
  [text, null, false, null],
  [text, 'a', false, 'Minimum length is 2'],
  [text, 'abcde', false, 'Maximum length is 4'],
  [text, '🌊🌊🌊🌊', false, null],
  [text, '  ab  ', false, null],
  [whole, 0, false, 'Minimum value is 1'],
  [whole, 13, false, 'Maximum value is 12'],
  [whole, 12, true, null],
  [whole, 'many', false, 'Guests must be a number'],
  [whole, 1.5, false, 'Guests must be an integer'],
  [{ type: 'string', title: 'Email', format: 'email' }, 'nobody', false, 'Email is not a valid email'],
  [{ type: 'string', enum: ['a'] }, 'b', false, 'status must be one of the valid options'],
  [{ type: 'array', items: { type: 'string' } }, [], true, 'status is required'],
  [{ type: 'boolean', title: 'Listed' }, false, true, null],
] as [FieldSchema, unknown, boolean, string | null][])(
  'rowError of %j for %j (required: %s) is %s',
  (field, value, required, message) => {
    expect(rowError('status', field, value, required)).toBe(message);
  },
);

test('rowErrors checks every writable field, and reads own properties only', () => {
  const schema = {
    required: ['id', 'name', 'toString'],
    properties: {
      id: { type: 'string', readOnly: true },
      name: text,
      guests: whole,
      toString: { type: 'string', title: 'Odd' },
    },
  } as const;
  expect(rowErrors(schema, { guests: 40 })).toEqual({
    name: 'Name is required',
    guests: 'Maximum value is 12',
    toString: 'Odd is required',
  });
});

test.each([
  [{}, { nightly: 'Set a price or a night' }],
  [{ nightly: null, days: [], first: '' }, { nightly: 'Set a price or a night' }],
  [{ nightly: 'x' }, { nightly: 'Type an amount such as 175 or 175.50' }],
  [{ days: ['sat'] }, {}],
  [{ first: '2027-06-01' }, {}],
])('a row of which one field at least is needed: %j gives %j', (row, messages) => {
  const schema: FormSchema = {
    properties: {
      nightly: { type: 'integer', unit: 'cents' },
      days: { type: 'array', items: { type: 'string', enum: ['sat'] } },
      first: { type: 'string', format: 'date' },
    },
    requiredGroup: { fields: ['nightly', 'days', 'first', 'elsewhere'], message: 'Set a price or a night' },
  };
  expect(rowErrors(schema, row)).toEqual(messages);
});
