import { expect, test } from 'vitest';
import {
  checkedLater,
  choice,
  cleanedText,
  clock,
  constant,
  date,
  email,
  type Field,
  filter,
  flagText,
  lenient,
  list,
  moment,
  nullable,
  optional,
  orNullField,
  slug,
  text,
  uuid,
  wholeNumber,
  wholeNumberText,
} from './fields.server.ts';
import { body, record, variants } from './shapes.server.ts';

/** The parsed value, or the error in a list. */
const read = (field: Field<unknown, unknown>, value: unknown): unknown => {
  const error = field.error(value);
  return error === null ? field.parse(value) : [error];
};

const name = text('Name', { max: 3, missing: 'Name is required', tooLong: 'Name is too long' });
const id = '018F0000-0000-7000-8000-000000000000';

test.each<[string, Field<unknown, unknown>, unknown, unknown]>([
  ['a text loses its outer white space', name, ' Ann ', 'Ann'],
  ['a text counts an emoji as one character', name, '🏖🏖🏖', '🏖🏖🏖'],
  ['a text that is too long', name, 'Anna', ['Name is too long']],
  ['a text that is only white space', name, ' \n', ['Name is required']],
  ['a number where a text is required', name, 7, ['Name is required']],
  [
    'a text with a message for neither',
    text('Note', { max: 1 }),
    7,
    ['Note is a text of at most 1 characters'],
  ],
  ['an optional text that is empty', text('Note', { max: 1 }), ' ', ''],
  ['a cleaned text', cleanedText('Note', { max: 3 }), ' a\0\r\nb\u202e', 'a\nb'],
  ['a slug as it is', slug('No home'), ' x', ' x'],
  ['an empty slug', slug('No home'), '', ['No home']],
  ['a night', date('From'), '1900-01-01', '1900-01-01'],
  ['a night before 1900', date('From'), '1899-12-31', ['From must be a valid date']],
  ['a day that does not exist', date('From'), '2027-02-30', ['From must be a valid date']],
  ['a moment', moment('No moment'), '2027-06-01T12:00:00Z', '2027-06-01T12:00:00Z'],
  ['a moment without an offset', moment('No moment'), '2027-06-01T12:00:00', ['No moment']],
  ['a time', clock('No time'), '23:59', '23:59'],
  ['a time after midnight', clock('No time'), '24:00', ['No time']],
  ['a number at its limit', wholeNumber('No number', -1, 2), 2, 2],
  ['a number above its limit', wholeNumber('No number', -1, 2), 3, ['No number']],
  ['a fraction', wholeNumber('No number'), 0.5, ['No number']],
  ['a number that is not exact', wholeNumber('No number'), 2 ** 53, ['No number']],
  ['a number in a query', wholeNumberText('No number', 0, 9), '9', 9],
  ['a number in a query with a sign', wholeNumberText('No number', 0, 9), '+9', ['No number']],
  ['a number in a query with a zero before it', wholeNumberText('No number', 0, 9), '09', ['No number']],
  ['true in a query', flagText('No flag'), 'true', true],
  ['yes in a query', flagText('No flag'), 'yes', ['No flag']],
  ['a choice', choice(['a', 'b']), 'b', 'b'],
  ['no choice', choice(['a', 'b']), 'constructor', ['Must be one of a, b']],
  ['an id in capitals', uuid('No id'), id, id.toLowerCase()],
  ['an id that is cut', uuid('No id'), id.slice(1), ['No id']],
  ['an address', email(), ' Ann@Guests.Example', 'ann@guests.example'],
  ['no address', email('Wrong', 'Missing'), 'ann', ['Wrong']],
  ['an address with a line break', email('Wrong', 'Missing'), 'ann@guests.example\n', ['Wrong']],
  ['an empty address', email('Wrong', 'Missing'), ' ', ['Missing']],
  ['a field that is left out', optional(name), undefined, undefined],
  ['a field that is left out, with a default', optional(name, 'Bob'), undefined, 'Bob'],
  ['null where it counts as left out', nullable(name, 'Bob'), null, 'Bob'],
  ['null where it is a value', orNullField(name), null, null],
  ['an empty filter', filter(name), '', undefined],
  ['a lenient field of another type', lenient({ type: 'number' }), '7', undefined],
  ['a field that is checked later', checkedLater({ type: 'integer' }, ''), 'x', 'x'],
  ['a list', list(uuid('No id'), {}, 'No list'), [id], [id.toLowerCase()]],
  ['a wrong item of a list', list(name, {}, 'No list'), ['Ann', 7], ['Name is required']],
  [
    'a list that is too long',
    list(name, { max: 1 }, { wrong: 'No list', maxItems: 'Too many' }),
    [7, 7],
    ['Too many'],
  ],
  ['an item twice', list(uuid('No id'), { twice: 'Twice' }, 'No list'), [id, id.toLowerCase()], ['Twice']],
  ['a record', record({ name }, 'No record'), { name: ' Ann', more: 1 }, { name: 'Ann' }],
  [
    'a record with more',
    record({ name }, 'No record', 'Only a name'),
    { name: 'Ann', more: 1 },
    ['Only a name'],
  ],
  ['a record without its field', record({ a: constant(1, 'Not one') }, 'No record'), {}, ['Not one']],
  ['no record', record({ name }, 'No record'), [], ['No record']],
])('%s', (_, field, value, result) => {
  expect(read(field, value)).toEqual(result);
});

const payment = variants('kind', { cash: { name }, link: {} }, 'Choose a kind');

test('a variant reports its own fields, and those that it does not know', () => {
  expect(read(payment, { kind: 'cash', name: ' Ann' })).toEqual({ kind: 'cash', name: 'Ann' });
  expect(read(payment, { kind: 'link', name: 'Ann' })).toEqual([{ name: 'There is no such field' }]);
  expect(read(payment, { kind: 'cash' })).toEqual([{ name: 'Name is required' }]);
  for (const value of [undefined, {}, { kind: 'toString' }])
    expect(read(payment, value)).toEqual(['Choose a kind']);
});

test('the schema of a body has the limits of its fields', () => {
  expect(JSON.parse(JSON.stringify(body({ name, note: optional(text('Note', { max: 5 })) }).schema))).toEqual(
    {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 3 },
        note: { type: 'string', maxLength: 5 },
      },
      additionalProperties: false,
    },
  );
});
