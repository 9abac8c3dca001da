import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FieldSchema } from '../../shared/forms/schema.ts';
import { SchemaField } from './schema-field.tsx';

/** The field as HTML, without its classes. */
function html(
  schema: FieldSchema,
  value?: unknown,
  more: { name?: string; required?: boolean } = {},
): string {
  const { name = 'field', required = false } = more;
  const field = { id: 'f', name, schema, value, required, onChange: () => {} };
  return renderToStaticMarkup(<SchemaField {...field} />).replace(/ class="[^"]*"/g, '');
}

test.each([
  ['text', {}, 'type="text"'],
  ['an e-mail address', { format: 'email' }, 'type="email"'],
  ['a date', { format: 'date' }, 'type="date"'],
] as const)('%s has an input of its kind', (_, keywords, attribute) => {
  const field = html({ type: 'string', ...keywords }, 'x');
  expect(field).toContain('<input ');
  expect(field).toContain(attribute);
  expect(field).toContain('value="x"');
});

test('a plain text is one line with any name and length, unless its schema has more', () => {
  for (const name of ['message2', 'description', 'page_html'])
    expect(html({ type: 'string', maxLength: 300 }, 'x', { name })).toContain('<input ');
  for (const schema of [{ multiline: true }, { format: 'textarea' }])
    expect(html({ type: 'string', ...schema }, 'x')).toContain('<textarea ');
});

test("SchemaField shows a moment in the browser's time zone", () => {
  const moment = new Date(2026, 5, 10, 14, 30).toISOString();
  const field = html({ type: 'string', format: 'date-time' }, moment);
  expect(field).toContain('type="datetime-local"');
  expect(field).toContain('value="2026-06-10T14:30"');
});

test.each([
  ['integer', 'step="1"'],
  ['number', 'step="any"'],
] as const)('%s has a numeric input with its bounds', (type, step) => {
  const field = html({ type, minimum: 1, maximum: 12 }, 4);
  for (const part of ['type="number"', step, 'min="1"', 'max="12"', 'value="4"'])
    expect(field).toContain(part);
});

test('SchemaField renders long text as a textarea of four rows, or of its own rows and columns', () => {
  expect(html({ type: 'string', multiline: true }, 'Hi')).toContain('rows="4">Hi</textarea>');
  expect(html({ type: 'string', format: 'textarea' })).toContain('<textarea');
  const sized = html({ type: 'string', multiline: true, rows: 9, cols: 40 });
  expect(sized).toContain('rows="9"');
  expect(sized).toContain('cols="40"');
});

test('SchemaField renders choices as a select with their labels', () => {
  const field = html({ type: 'string', enum: ['a', 'b'], enumNames: ['One', 'Two'] }, 'b');
  expect(field).toContain('<option value="">Select an option</option>');
  expect(field).toContain('<option value="a">One</option>');
  expect(field).toMatch(/<option value="b" selected="">Two<\/option>/);
});

test.each([
  [true, true],
  [false, false],
  [undefined, false],
])('SchemaField renders the boolean %s as a checkbox', (value, isChecked) => {
  const field = html({ type: 'boolean', title: 'Listed' }, value);
  expect(field).toContain('type="checkbox"');
  expect(field.includes('checked=""')).toBe(isChecked);
  expect(field).toContain('Listed');
});

test('SchemaField renders a list as a titled group of checkboxes', () => {
  const items = { type: 'string', enum: ['pool', 'beach'], enumNames: ['A pool', 'The beach'] } as const;
  const field = html({ type: 'array', title: 'Near', items }, ['beach']);
  expect(field).toContain('<legend>Near</legend>');
  expect(field.match(/type="checkbox"/g)).toHaveLength(2);
  expect(field).toMatch(/value="pool"\/>A pool/);
  expect(field).toMatch(/checked="" value="beach"\/>The beach|value="beach" checked=""\/>The beach/);
});

test('SchemaField names a type without a widget', () => {
  const field = html({ type: 'object' } as unknown as FieldSchema);
  expect(field).toContain('unsupported field type: object');
});

test('SchemaField marks only required fields with an asterisk', () => {
  expect(html({ type: 'string', title: 'Name' }, '', { required: true })).toContain('*');
  expect(html({ type: 'boolean', title: 'Agree' }, false, { required: true })).toContain('*');
  expect(html({ type: 'string', title: 'Name' })).not.toContain('*');
});
