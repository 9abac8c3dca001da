import { toAmountText } from '../amount.ts';
import { isRecord } from '../is-record.ts';
import { slugConflict } from '../text/slug.ts';
import { isBlankHtml, isBlankText } from './blank.ts';
import { namedFormats, patternFormats } from './formats.ts';
import {
  type FieldSchema,
  type FormSchema,
  getOwn,
  isMultiline,
  isRichText,
  writableFields,
} from './schema.ts';

const unstorable = /[\0\p{Surrogate}]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters a single line must not hold
const lineBreaking = /[\x00-\x08\x0a-\x1f\x7f\u2028\u2029]/;

/**
 * Whether a value is empty: null, undefined, a text of white space or invisible characters, or an empty list. `false`
 * and 0 are not empty.
 */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return isBlankText(value);
  return Array.isArray(value) && value.length === 0;
}

/** Whether a field counts as not filled in; rich text does too while its HTML shows nothing. */
export const isFieldEmpty = (name: string, schema: FieldSchema, value: unknown): boolean =>
  isEmpty(value) || (typeof value === 'string' && isRichText(name, schema) && isBlankHtml(value));

/** The value as it is checked and stored: the text of a single-line field is trimmed. */
export function trimmed(name: string, schema: FieldSchema, value: unknown): unknown {
  if (typeof value !== 'string' || schema.type !== 'string') return value;
  return schema.enum || isMultiline(name, schema) ? value : value.trim();
}

/** Returns the first error of a field, as a sentence that starts with its title, or null. */
export function validateField(
  name: string,
  schema: FieldSchema,
  value: unknown,
  required = false,
): string | null {
  const label = schema.title || name;
  if (isFieldEmpty(name, schema, value)) return required ? `${label} is required` : null;
  const problem = fieldError(name, schema, trimmed(name, schema, value));
  return problem === null ? null : `${label} ${problem}`;
}

/** The first message of every field that has one, by field name. Read-only fields are left out. */
export function validateForm(schema: FormSchema, values: object): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const [name, field] of writableFields(schema)) {
    const required = schema.required?.includes(name) ?? false;
    const message = validateField(name, field, getOwn(values, name), required);
    if (message !== null) messages[name] = message;
  }
  return messages;
}

function fieldError(name: string, schema: FieldSchema, value: unknown): string | null {
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be a boolean';
    case 'number':
    case 'integer':
      return numberProblem(schema, value) ?? enumProblem(schema, value);
    case 'string':
      return textProblem(name, schema, value);
    case 'array':
      return listProblem(schema, value);
    case 'object':
      return recordProblem(schema, value);
    default:
      return null;
  }
}

function numberProblem(schema: FieldSchema, value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (schema.type === 'integer' && !Number.isInteger(value)) return 'must be an integer';
  if (schema.minimum !== undefined && value < schema.minimum)
    return `cannot be less than ${boundText(schema, schema.minimum)}`;
  if (schema.maximum !== undefined && value > schema.maximum)
    return `cannot be greater than ${boundText(schema, schema.maximum)}`;
  return null;
}

/** A number's bound in messages; an amount of money without its currency, which rows may set. */
export const boundText = (schema: FieldSchema, bound: number): string =>
  schema.unit === 'cents' ? toAmountText(bound) : String(bound);

function textProblem(name: string, schema: FieldSchema, value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  const named = namedFormats.get(schema.format ?? '');
  if (named && !named.accepts(value)) return named.problem;
  const length = [...value].length;
  if (length < (schema.minLength ?? 0)) return `must be at least ${schema.minLength} characters`;
  if (length > (schema.maxLength ?? Infinity)) return `cannot exceed ${schema.maxLength} characters`;
  if (!isPlain(name, schema, value) || !fitsPattern(schema, value)) {
    const reason = schema.format === 'slug' ? slugConflict(value) : null;
    return reason === null ? 'is not valid' : `is not valid: ${reason}`;
  }
  return enumProblem(schema, value);
}

function isPlain(name: string, schema: FieldSchema, text: string): boolean {
  if (unstorable.test(text)) return false;
  return !lineBreaking.test(text) || schema.enum !== undefined || isMultiline(name, schema);
}

function fitsPattern(schema: FieldSchema, text: string): boolean {
  if (patternFormats.get(schema.format ?? '')?.(text) === false) return false;
  return schema.pattern === undefined || matchesPattern(schema.pattern, text);
}

function enumProblem(schema: FieldSchema, value: unknown): string | null {
  const isOption = !schema.enum || schema.enum.includes(value as string | number);
  return isOption ? null : 'must be one of the valid options';
}

function listProblem(schema: FieldSchema, value: unknown): string | null {
  if (!Array.isArray(value)) return 'must be an array';
  const { items } = schema;
  const areOptions = !items || value.every((item) => fieldError('', items, item) === null);
  return areOptions ? null : 'contains invalid options';
}

const compiled = new Map<string, RegExp>();

/**
 * Compiles a pattern. Patterns come only from the repository, and a test shows that each is linear.
 * @throws SyntaxError for an invalid pattern
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const regex = compiled.get(pattern) ?? new RegExp(pattern, 'u');
  compiled.set(pattern, regex);
  return regex.test(text);
}

/** Whether an item has exactly the named fields, each of them valid. */
function recordProblem({ properties }: FieldSchema, value: unknown): string | null {
  // Items without named fields are not checked: no widget edits them.
  if (!properties) return null;
  if (!isRecord(value)) return 'must be an object';
  const fits =
    Object.keys(value).every((name) => Object.hasOwn(properties, name)) &&
    Object.entries(properties).every(
      ([name, field]) => fieldError(name, field, getOwn(value, name)) === null,
    );
  return fits ? null : 'is not valid';
}
