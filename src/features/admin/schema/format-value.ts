import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { formatMoney } from '../../../shared/money.ts';
import { truncate } from '../../../shared/text/text.ts';
import { fieldKind } from './field-kind.ts';
import type { RowLabels, TableForm, Value } from './table.ts';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const entityPattern = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const maxCodePoint = 0x10ffff;

export const htmlToText = (html: string): string => htmlToLines(html).replaceAll('\n', ' ');

/** The text of HTML, each paragraph on its own line. */
function htmlToLines(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/<(?:br|\/?(?:p|h[1-6]|li|ul|ol|div|blockquote|tr))\b[^>]*>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(entityPattern, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return entities[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return code <= maxCodePoint ? String.fromCodePoint(code) : whole;
    })
    .replace(/\s*\n\s*/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}

export function enumLabel(field: FieldSchema, value: unknown): string {
  const at = field.enum?.indexOf(value as string | number) ?? -1;
  return field.enumNames?.[at] ?? String(value);
}

/** Formats a record with the name of each value: `Days before check-in: 30 · Refund in percent: 50`. */
function itemText(items: FieldSchema, item: unknown): string {
  if (!items.properties || !isRecord(item)) return enumLabel(items, item);
  const parts = Object.entries(items.properties).map(
    ([name, field]) => `${field.title || name}: ${enumLabel(field, item[name])}`,
  );
  return parts.join(' · ');
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 });

/** Formats a value for hosts; '' for none. @param currency of the row */
export function formatValue(name: string, field: FieldSchema, value: unknown, currency = 'usd'): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) {
    return value.map((item) => (field.items ? itemText(field.items, item) : String(item))).join(', ');
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
      return htmlToLines(String(value));
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

const isYear = (name: string): boolean => /(^|_)year$/.test(name);

interface CellValue {
  name: string;
  field: FieldSchema;
  row: Readonly<Record<string, Value | undefined>>;
  labels: RowLabels;
}

/** The text of a cell: the label of a reference, else the value. */
export function cellText({ name, field, row, labels }: CellValue): string {
  const value = row[name];
  if (field.references && value !== null && value !== undefined) {
    return labels[name]?.[String(value)] ?? String(value);
  }
  return formatValue(name, field, value, typeof row.currency === 'string' ? row.currency : 'usd');
}

export function rowLabel(label: string, row: Readonly<Record<string, Value | undefined>>): string {
  const value = row[label];
  const text = typeof value === 'string' ? htmlToText(value) : String(value ?? '');
  return text || String(row.id ?? '');
}

const maxNameLength = 60;

/** Names a row in a message: `“Summer”`, or `The row` where it has no name. */
export function rowName(
  { label }: Pick<TableForm, 'label'>,
  row: Readonly<Record<string, Value | undefined>>,
): string {
  const text = label === 'id' ? '' : rowLabel(label, { ...row, id: '' });
  return text ? `“${truncate(text, maxNameLength)}”` : 'The row';
}
