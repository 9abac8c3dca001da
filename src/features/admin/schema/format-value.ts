import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { formatMoney } from '../../../shared/money.ts';
import { fieldKind } from './field-kind.ts';
import type { RowPage, Value } from './table.ts';

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const highest = 0x10ffff;

/** The words of rich text in one line, without its marks. */
export const htmlToText = (html: string): string => plainLines(html).replaceAll('\n', ' ');

/** The words of rich text without its marks, each paragraph on a line of its own. */
function plainLines(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/<(?:br|\/?(?:p|h[1-6]|li|ul|ol|div|blockquote|tr))\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return named[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return code <= highest ? String.fromCodePoint(code) : whole;
    })
    .replace(/\s*\n\s*/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}

/** The words of a choice: its label, else the value itself. */
export function enumLabel(field: FieldSchema, value: unknown): string {
  const at = field.enum?.indexOf(value as string | number) ?? -1;
  return field.enumNames?.[at] ?? String(value);
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 });

/**
 * A value as people read it; '' for none.
 * @param currency of the row, for amounts of money
 */
export function formatValue(name: string, field: FieldSchema, value: unknown, currency = 'usd'): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) {
    return value.map((item) => (field.items ? enumLabel(field.items, item) : String(item))).join(', ');
  }
  switch (fieldKind(name, field)) {
    case 'boolean':
      return value === true ? 'Yes' : 'No';
    case 'choice':
      return enumLabel(field, value);
    case 'money':
      return typeof value === 'number' ? formatMoney(value, currency) : String(value);
    case 'number':
      return typeof value === 'number' && !isYear(name) ? number.format(value) : String(value);
    case 'date':
      return formatDate(String(value)) || String(value);
    case 'moment':
      return formatDateTime(String(value)) || String(value);
    case 'rich':
      return plainLines(String(value));
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

/** A year is a number without a comma. */
const isYear = (name: string): boolean => /(^|_)year$/.test(name);

interface Cell {
  name: string;
  field: FieldSchema;
  row: Readonly<Record<string, Value | undefined>>;
  labels: RowPage['labels'];
}

/** What a cell says: a reference by the name of its row, everything else by its value. */
export function cellText({ name, field, row, labels }: Cell): string {
  const value = row[name];
  if (field.references && value !== null && value !== undefined) {
    return labels[name]?.[String(value)] ?? String(value);
  }
  return formatValue(name, field, value, typeof row.currency === 'string' ? row.currency : 'usd');
}

/** The name of a row to people: its label, else its id. */
export function rowLabel(label: string, row: Readonly<Record<string, Value | undefined>>): string {
  const value = row[label];
  const text = typeof value === 'string' ? htmlToText(value) : String(value ?? '');
  return text || String(row.id ?? '');
}
