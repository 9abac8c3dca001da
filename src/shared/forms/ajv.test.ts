import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import type { FieldSchema } from './schema.ts';
import { isEmpty, trimmed, validateField } from './validate.ts';

/*
 * ajv is the oracle: for every rule both can express, our interpreter and ajv give the same verdict. Where we differ on
 * purpose, the values are shaped so that the difference does not show:
 * - "Required" refuses white space, invisible characters and empty lists: told to ajv as a pattern and `minItems`. An
 *   empty optional value skips every check: ajv is given an object without the field.
 * - A single line is checked without its outer white space: ajv is given the tidied value.
 * - NUL, lone surrogates, and line breaks in a single line are refused by us alone: never generated.
 * - E-mail: ajv accepts one-label and numeric domains, `%`, `!`, a backtick or a bar in the local part, and has no length
 *   limit: the generated addresses hold none of these.
 * - Dates: ajv accepts the year 0000 and moments that an offset takes into it; moments: a blank instead of T, leap seconds, offsets without minutes or of 16 hours
 *   and more, and over nine decimals: never generated.
 * - `uri`, `uuid` and `slug` are our own rules (a link may be a path on this site) and stay out.
 * - Pattern dialects differ in what `\s` covers, in the line ends a dot skips, and in look-around: none is used.
 */
const ajv = new Ajv({ strict: false });
(ajvFormats as unknown as typeof ajvFormats.default)(ajv);

function ajvAccepts(schema: FieldSchema, value: unknown, required: boolean): boolean {
  const field: Record<string, unknown> = { ...schema };
  if (required && schema.type === 'string')
    field.allOf = [{ pattern: '[^\\s\\p{Default_Ignorable_Code_Point}\\p{Cc}\u2800]' }];
  if (required && schema.type === 'array') field.minItems = 1;
  const form = { type: 'object', properties: { f: field }, required: required ? ['f'] : [] };
  const leftOut = value === undefined || (!required && isEmpty(value));
  return ajv.validate(form, leftOut ? {} : { f: trimmed('f', schema, value) });
}

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

const patterns = ['^[a-z]+$', 'b', '^a?b*c{2}', '^(a|bc)+$', '^.{2}$', '^[A-Z]', '^[^a]*$', '^\\d+$', '🏖'];
const words = ['a', 'b', 'abcc', 'bcbc', 'Ab', '12', '🏖', '🏖🏖', ' a ', '', '  '];
const textSchema = fc.record(
  {
    type: fc.constant('string' as const),
    minLength: fc.nat(3),
    maxLength: fc.integer({ min: 1, max: 8 }),
    pattern: fc.constantFrom(...patterns),
    enum: fc.uniqueArray(fc.constantFrom('a', 'b', 'abcc', '🏖'), { minLength: 1 }),
    multiline: fc.boolean(),
  },
  { requiredKeys: ['type'] },
);

const two = (min: number, max: number) => fc.integer({ min, max }).map((n) => String(n).padStart(2, '0'));
const date = fc
  .tuple(fc.integer({ min: 2, max: 9998 }), two(0, 13), two(0, 32))
  .map(([year, month, day]) => `${String(year).padStart(4, '0')}-${month}-${day}`);
const offset = fc.oneof(
  fc.constantFrom('Z', 'z', '', '+24:00', '-05:60'),
  fc
    .tuple(fc.constantFrom('+', '-'), two(0, 15), two(0, 59))
    .map(([sign, hour, minute]) => `${sign}${hour}:${minute}`),
);
const moment = fc
  .tuple(
    date,
    fc.constantFrom('T', 't', ''),
    two(0, 25),
    two(0, 61),
    two(0, 59),
    fc.constantFrom('', '.5', '.123456789', '.'),
    offset,
  )
  .map(([day, t, hour, minute, second, part, zone]) => `${day}${t}${hour}:${minute}:${second}${part}${zone}`);
const addressText = (min: number) =>
  fc.string({ unit: fc.constantFrom(...'aZ09.-+@_ ', 'é', '"', ','), minLength: min, maxLength: 12 });
const address = fc
  .tuple(
    addressText(0),
    fc.constantFrom('@', '@@', '', '＠'),
    addressText(0),
    fc.constantFrom('.co', '.example', '.', '.-'),
  )
  .map((parts) => parts.join(''));
const formatted = fc.oneof(
  fc.tuple(fc.constant('date'), fc.oneof(date, moment)),
  fc.tuple(fc.constant('date-time'), fc.oneof(date, moment)),
  fc.tuple(fc.constant('email'), address),
);

const listSchema = fc.record(
  {
    type: fc.constant('array' as const),
    items: fc.constantFrom<FieldSchema>(
      { type: 'string', enum: ['a', 'b'] },
      { type: 'integer', enum: [1, 2] },
      { type: 'string' },
      { type: 'number', minimum: 0 },
    ),
  },
  { requiredKeys: ['type'] },
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a single line must not hold
const refusedByUsAlone = /[\x00-\x08\x0a-\x1f\x7f\u2028\u2029]/g;
const plainText = fc
  .string({ unit: 'binary', maxLength: 10 })
  .map((text) => text.replace(refusedByUsAlone, ''));
const anything = fc.oneof(
  fc.constantFrom(null, undefined, true, false, [], {}, ...words),
  fc.integer({ min: -6, max: 16 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: false }),
  plainText,
  fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 1, 2, 3, -1, null), plainText), { maxLength: 4 }),
);

function agrees(schema: FieldSchema, value: unknown, required: boolean) {
  const message = validateField('f', schema, value, required);
  expect({ accepted: message === null, message }).toEqual({
    accepted: ajvAccepts(schema, value, required),
    message,
  });
}

/** Mostly values of the right type, so that the rules behind the type are reached. */
function check(schemas: fc.Arbitrary<FieldSchema>, likely: fc.Arbitrary<unknown>) {
  const values = fc.oneof({ arbitrary: likely, weight: 4 }, { arbitrary: anything, weight: 1 });
  fc.assert(fc.property(schemas, values, fc.boolean(), agrees), { numRuns: runs(1000) });
}

test('numbers and integers are judged as ajv judges them', () => {
  check(
    numberSchema,
    fc.oneof(
      bound,
      bound.map((n) => n + 0.5),
    ),
  );
});

test('texts are judged as ajv judges them', () => {
  check(textSchema, fc.oneof(fc.constantFrom(...words), plainText));
});

test('lists are judged as ajv judges them', () => {
  check(
    listSchema,
    fc.oneof(fc.array(fc.constantFrom('a', 'b')), fc.array(fc.constantFrom(1, 2)), fc.array(bound)),
  );
});

test('booleans are judged as ajv judges them', () => check(fc.constant({ type: 'boolean' }), fc.boolean()));

test('dates, moments and plain e-mail addresses are judged as ajv judges them', () => {
  const cases = fc.property(formatted, fc.boolean(), ([format, text], required) => {
    fc.pre(format !== 'email' || isPlainAddress(text));
    agrees({ type: 'string', format }, text, required);
  });
  fc.assert(cases, { numRuns: runs(2000) });
});

test('e-mail addresses as people have them are judged as ajv judges them', () => {
  fc.assert(
    fc.property(fc.emailAddress({ size: '-1' }).filter(isPlainAddress), (text) => {
      agrees({ type: 'string', format: 'email' }, text, true);
    }),
  );
});

/** An address without what ajv knows and we refuse: see the list above. */
function isPlainAddress(text: string): boolean {
  const lastLabel = text.trim().split(/[@.]/).at(-1) ?? '';
  return (
    text.length <= 64 &&
    !/[%!`|]/.test(text) &&
    !/^.*[0-9-].*$|^.$/.test(lastLabel) &&
    /\./.test(text.split('@').at(-1) ?? '')
  );
}
