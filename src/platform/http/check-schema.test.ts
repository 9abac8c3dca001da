import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import type { FieldSchema } from '../../shared/forms/schema.ts';
import { isEmpty, trimmed, validateField } from '../../shared/forms/validate.ts';
import { schemaCheck } from './check-schema.server.ts';

/*
 * Forms are checked in the browser, which does not load typebox: `validateField` accepts what the schema accepts. An empty
 * optional field is not checked, and what cannot stand in one line is rejected by the form only.
 */

const bound = fc.integer({ min: -5, max: 15 });
const numberSchema = fc.record(
  {
    type: fc.constantFrom('number', 'integer'),
    minimum: bound.map((n) => n - 4),
    maximum: bound.map((n) => n + 4),
    enum: fc.uniqueArray(bound, { minLength: 6, maxLength: 18 }),
  },
  { requiredKeys: ['type'] },
);
const words = ['a', 'b', 'abcc', 'bcbc', 'Ab', '12', '🏖', '🏖🏖', ' a ', '', '  '];
const textSchema = fc.record(
  {
    type: fc.constant('string' as const),
    minLength: fc.nat(3),
    maxLength: fc.integer({ min: 1, max: 8 }),
    pattern: fc.constantFrom('^[a-z]+$', 'b', '^a?b*c{2}', '^.{2}$', '^[^a]*$', '^\\d+$', '🏖'),
    enum: fc.uniqueArray(fc.constantFrom('a', 'b', 'abcc', '🏖'), { minLength: 1 }),
    format: fc.constantFrom('date', 'date-time', 'email', 'uuid', 'uri'),
  },
  { requiredKeys: ['type'] },
);
const listSchema = fc.record({
  type: fc.constant('array' as const),
  items: fc.constantFrom<FieldSchema>(
    { type: 'string', enum: ['a', 'b'] },
    { type: 'integer', enum: [1, 2] },
    { type: 'number', minimum: 0 },
  ),
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a single line must not hold
const notInOneLine = /[\x00-\x08\x0a-\x1f\x7f\u2028\u2029]/g;
const plainText = fc.string({ unit: 'binary', maxLength: 10 }).map((text) => text.replace(notInOneLine, ''));
const formatted = fc.constantFrom(
  '2027-02-28',
  '2027-02-30',
  '2027-06-01T12:00:00Z',
  '2027-06-01T12:00Z',
  'ann@guests.example',
  'ann@guests',
  '018f0000-0000-7000-8000-000000000000',
  'https://site.example/',
  'javascript:alert(1)',
);
const anything = fc.oneof(
  fc.constantFrom(null, undefined, true, false, [], {}, ...words),
  bound,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  plainText,
  formatted,
  fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 1, 2, 3, -1, null), plainText), { maxLength: 4 }),
);

test.each<[string, fc.Arbitrary<FieldSchema>, fc.Arbitrary<unknown>]>([
  [
    'numbers',
    numberSchema,
    fc.oneof(
      bound,
      bound.map((n) => n + 0.5),
    ),
  ],
  ['texts', textSchema, fc.oneof(fc.constantFrom(...words), plainText, formatted)],
  ['lists', listSchema, fc.array(fc.constantFrom('a', 'b', 1, 2, 0.5))],
  ['booleans', fc.constant({ type: 'boolean' }), fc.boolean()],
])('a form accepts the %s that the schema accepts', (_, schemas, likely) => {
  const values = fc.oneof({ arbitrary: likely, weight: 4 }, { arbitrary: anything, weight: 1 });
  const property = fc.property(schemas, values, (schema, value) => {
    fc.pre(!isEmpty(value));
    const isValid = schemaCheck(schema as never)(trimmed('field', schema, value)).length === 0;
    expect(validateField('field', schema, value) === null).toBe(isValid);
  });
  fc.assert(property, { numRuns: runs(1000) });
});
