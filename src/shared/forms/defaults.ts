import { type FieldSchema, type FormSchema, type FormValues, writableFields } from './schema.ts';

/** The value of an untouched field: an unchecked box, no choices or no text; undefined for a number. */
export function emptyValue(schema: FieldSchema): unknown {
  switch (schema.type) {
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'string':
      return '';
    default:
      return undefined;
  }
}

/** Cloning takes microseconds even for plain values. */
const ownCopy = (value: unknown) => (typeof value === 'object' ? structuredClone(value) : value);

/** The values a form starts with and returns to on reset: every writable field, its default or empty. */
export function defaultsFor(schema: FormSchema): FormValues {
  return Object.fromEntries(
    writableFields(schema).map(([name, field]) => [
      name,
      field.default === undefined ? emptyValue(field) : ownCopy(field.default),
    ]),
  );
}
