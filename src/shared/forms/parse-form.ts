import { AppError } from '../errors.ts';
import { type FieldSchema, type FormSchema, type FormValues, getOwn, writableFields } from './schema.ts';
import { isFieldEmpty, trimmed, validateForm } from './validate.ts';

const neverNames = new Set(['__proto__', 'constructor', 'prototype']);

/** The object's own entries of editable fields: declared, not read-only, no primary key. All others are dropped. */
export function pickWritable(schema: FormSchema, values: object): FormValues {
  const picked: FormValues = {};
  for (const [name] of writableFields(schema)) {
    if (Object.hasOwn(values, name) && !neverNames.has(name)) picked[name] = getOwn(values, name);
  }
  return picked;
}

/**
 * Parses a request body by its schema. Only two things are coerced: single-line text is trimmed, and an optional field left
 * empty becomes its default, else null (an empty list stays).
 * @throws AppError `invalid` with a message for each field that has one
 */
export function parseForm<Values = FormValues>(schema: FormSchema, input: unknown): Values {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  const picked = pickWritable(schema, isObject ? input : {});
  const fields = validateForm(schema, picked);
  if (!isObject || Object.keys(fields).length > 0) {
    throw new AppError('invalid', 'Please check the highlighted fields', { fields });
  }
  for (const name of Object.keys(picked)) {
    const field = schema.properties[name];
    if (field) picked[name] = stored(name, field, picked[name]);
  }
  return picked as Values;
}

function stored(name: string, field: FieldSchema, value: unknown): unknown {
  if (Array.isArray(value) || !isFieldEmpty(name, field, value)) return trimmed(name, field, value);
  return structuredClone(field.default) ?? null;
}
