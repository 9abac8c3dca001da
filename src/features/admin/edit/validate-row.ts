import {
  type FieldSchema,
  type FormSchema,
  type FormValues,
  getOwn,
  writableFields,
} from '../../../shared/forms/schema.ts';
import { boundText, isFieldEmpty, trimmed, validateField } from '../../../shared/forms/validate.ts';

/** The first error of a field, with the admin form's own messages for bounds and every other form's for the rest. */
export function rowError(name: string, field: FieldSchema, value: unknown, required = false): string | null {
  const outOfBounds = isFieldEmpty(name, field, value)
    ? null
    : boundError(field, trimmed(name, field, value));
  return outOfBounds ?? validateField(name, field, value, required);
}

export function rowErrors(schema: FormSchema, row: FormValues): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const [name, field] of writableFields(schema)) {
    const required = schema.required?.includes(name) ?? false;
    const message = rowError(name, field, getOwn(row, name), required);
    if (message !== null) messages[name] = message;
  }
  return { ...missingError(schema, row), ...messages };
}

/** Returns the message of a row in which every field of the required group is empty, at the first of these fields. */
function missingError({ requiredGroup, properties }: FormSchema, row: FormValues): Record<string, string> {
  const fields = requiredGroup?.fields.filter((name) => Object.hasOwn(properties, name)) ?? [];
  const [first] = fields;
  if (!requiredGroup || !first) return {};
  const isMissing = fields.every((name) => {
    const field = properties[name];
    return !field || isFieldEmpty(name, field, getOwn(row, name));
  });
  return isMissing ? { [first]: requiredGroup.message } : {};
}

function boundError(field: FieldSchema, value: unknown): string | null {
  if (field.unit === 'cents' && typeof value === 'string') return 'Type an amount such as 175 or 175.50';
  if (typeof value === 'string' && field.type === 'string') {
    const length = [...value].length;
    if (length < (field.minLength ?? 0)) return `Minimum length is ${field.minLength}`;
    if (length > (field.maxLength ?? Infinity)) return `Maximum length is ${field.maxLength}`;
  }
  if (typeof value === 'number' && (field.type === 'number' || field.type === 'integer')) {
    if (value < (field.minimum ?? -Infinity))
      return `Minimum value is ${boundText(field, field.minimum ?? 0)}`;
    if (value > (field.maximum ?? Infinity))
      return `Maximum value is ${boundText(field, field.maximum ?? 0)}`;
  }
  return null;
}
