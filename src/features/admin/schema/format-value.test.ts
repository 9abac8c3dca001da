import { expect, test } from 'vitest';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { cellText, formatValue, htmlToText, rowLabel, rowName } from './format-value.ts';

test('htmlToText strips tags and decodes entities', () => {
  expect(htmlToText('<h2>Beach</h2><p>Sand &amp; <strong>sea</strong>&#33;<br>Sun</p>')).toBe(
    'Beach Sand & sea! Sun',
  );
  expect(htmlToText('1 < 2 and 3 > 2')).toBe('1 < 2 and 3 > 2');
  expect(htmlToText('&#x1F30A; &#99999999; &unknown;')).toBe('🌊 &#99999999; &unknown;');
});

test.each<[string, FieldSchema, unknown, string]>([
  ['is_listed', { type: 'boolean' }, false, 'No'],
  ['status', { type: 'string', enum: ['new', 'done'], enumNames: ['New', 'Done'] }, 'done', 'Done'],
  ['status', { type: 'string', enum: ['new'], enumNames: ['New'] }, 'lost', 'lost'],
  ['price', { type: 'integer', unit: 'cents' }, 67500, '$675.00'],
  ['price_cents', { type: 'integer' }, 67500, '67,500'],
  ['size_bytes', { type: 'integer' }, 1234567, '1,234,567'],
  ['copyright_year', { type: 'integer' }, 2025, '2025'],
  ['check_in', { type: 'string', format: 'date' }, '2026-06-05', 'June 5, 2026'],
  [
    'created_at',
    { type: 'string', format: 'date-time' },
    '2026-06-05T20:04:00Z',
    'June 5, 2026, 3:04 PM CDT',
  ],
  ['html_rich_text', { type: 'string' }, '<p>Hello</p>', 'Hello'],
  [
    'html_rich_text',
    { type: 'string' },
    '<h2>Sea</h2> <ul><li>A\nshell</li><li>Sand</li></ul>',
    'Sea\nA shell\nSand',
  ],
  ['tags', { type: 'array', items: { type: 'string', enum: ['a'], enumNames: ['Ah'] } }, ['a', 'b'], 'Ah, b'],
  ['name', { type: 'string' }, '<b>', '<b>'],
  ['name', { type: 'string' }, null, ''],
])('formatValue of %s (%o) formats %o as "%s"', (name, field, value, text) => {
  expect(formatValue(name, field, value)).toBe(text);
});

test('cellText uses the currency of the row and the label of a reference', () => {
  const row = { id: '1', currency: 'eur', price_cents: 1000, property_id: 'p1' };
  expect(cellText({ name: 'price_cents', field: { type: 'integer', unit: 'cents' }, row, labels: {} })).toBe(
    '€10.00',
  );
  const field: FieldSchema = { type: 'string', references: 'properties' };
  const labels = { property_id: { p1: 'The Beachcomber' } };
  expect(cellText({ name: 'property_id', field, row, labels })).toBe('The Beachcomber');
  expect(cellText({ name: 'property_id', field, row, labels: {} })).toBe('p1');
  expect(cellText({ name: 'property_id', field, row: { property_id: null }, labels })).toBe('');
});

test('rowLabel is the label, else the id', () => {
  expect(rowLabel('title', { id: 7, title: '<em>Sea</em>' })).toBe('Sea');
  expect(rowLabel('title', { id: 7, title: '' })).toBe('7');
  expect(rowLabel('rating', { id: 7, rating: 5 })).toBe('5');
});

test.each([
  ['name', { id: 'f00', name: 'Summer' }, '“Summer”'],
  ['name', { id: 'f00', name: '<p>Summer</p>' }, '“Summer”'],
  ['name', { id: 'f00', name: 'x'.repeat(80) }, `“${'x'.repeat(59)}…”`],
  ['name', { id: 'f00', name: null }, 'The row'],
  ['id', { id: 'f00' }, 'The row'],
])('rowName by %s of %j is %s', (label, row, text) => {
  expect(rowName({ label }, row)).toBe(text);
});
