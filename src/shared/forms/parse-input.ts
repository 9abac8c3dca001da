import { isBlankText } from './blank.ts';
import { type FieldSchema, type FormSchema, type FormValues, writableFields } from './schema.ts';

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** `5.000` is five in one country and five thousand in another. */
const fraction = /^[+-]?\d*\.\d*$/;
const localDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/** What an input element gives: its text, a checkbox's state, or the values of the checked boxes of a group. */
export type RawInput = string | boolean | readonly string[] | null | undefined;

/**
 * Converts an input's value to the field's own type.
 * - Number inputs: a blank is undefined and '5' is 5. Other text, also `5.000` for a whole number, stays text, so that
 *   validation rejects it.
 * - `datetime-local` inputs: the value is read in the browser's time zone and becomes a moment (RFC 3339).
 */
export function parseInput(schema: FieldSchema, raw: RawInput): unknown {
  switch (schema.type) {
    case 'boolean':
      return raw === true || raw === 'on' || raw === 'true';
    case 'array':
      return readList(schema, raw);
    case 'number':
      return typeof raw === 'string' ? readNumber(raw) : (raw ?? undefined);
    case 'integer':
      return typeof raw === 'string' ? readInteger(raw) : (raw ?? undefined);
    default:
      return schema.format === 'date-time' && typeof raw === 'string' ? readMoment(raw) : (raw ?? '');
  }
}

/** A submitted form's values in the schema's types; an unchecked box is false, a group without a check is an empty list. */
export function readForm(schema: FormSchema, data: Pick<FormData, 'get' | 'getAll'>): FormValues {
  return Object.fromEntries(
    writableFields(schema).map(([name, field]) => {
      const raw = field.type === 'array' ? data.getAll(name) : data.get(name);
      return [name, parseInput(field, raw as RawInput)];
    }),
  );
}

function readNumber(text: string): number | string | undefined {
  if (isBlankText(text)) return undefined;
  const trimmed = text.trim();
  return decimal.test(trimmed) ? Number(trimmed) : trimmed;
}

function readInteger(text: string): number | string | undefined {
  const value = readNumber(text);
  const trimmed = text.trim();
  return Number.isInteger(value) && fraction.test(trimmed) ? trimmed : value;
}

function readList(schema: FieldSchema, raw: RawInput): unknown[] {
  if (raw === null || raw === undefined || typeof raw === 'boolean') return [];
  const { items } = schema;
  const texts: readonly string[] = typeof raw === 'string' ? [raw] : raw;
  return items ? texts.map((text) => parseInput(items, text)) : [...texts];
}

function readMoment(text: string): string {
  if (!localDateTime.test(text)) return text;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}

/** Formats a moment (RFC 3339) for a `datetime-local` input, in the browser's time zone; other text stays as it is. */
export function localMoment(text: string): string {
  const moment = new Date(text);
  if (text === '' || Number.isNaN(moment.getTime())) return text;
  const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');
  const date = [pad(moment.getFullYear(), 4), pad(moment.getMonth() + 1), pad(moment.getDate())].join('-');
  return `${date}T${pad(moment.getHours())}:${pad(moment.getMinutes())}`;
}
