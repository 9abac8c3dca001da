import { sanitizeRichText } from '../../../platform/sanitize-html.server.ts';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { isLink } from '../../../shared/forms/formats.ts';
import { parseForm, pickWritable } from '../../../shared/forms/parse-form.ts';
import { matchesRe2 } from '../../../shared/forms/regex.server.ts';
import {
  type FieldSchema,
  type FormValues,
  pickFields,
  writableFields,
} from '../../../shared/forms/schema.ts';
import { isEmpty, trimmed } from '../../../shared/forms/validate.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { widgetFor } from '../fields/field-widget.ts';
import type { Table } from '../schema/tables.server.ts';

/**
 * What a new row holds in every column that hosts may set: what was sent, else the field's default, else nothing. Keys,
 * read-only fields and unknown names are left out, whatever was sent for them.
 * @throws AppError `invalid` with `fields`
 */
export async function parseNewRow(table: Table, input: unknown): Promise<FormValues> {
  const sent = await validate(table, input, () => true);
  return Object.fromEntries(
    writableFields(table.form).map(([name, field]) => [
      name,
      sent[name] === undefined ? (structuredClone(field.default) ?? null) : sent[name],
    ]),
  );
}

/**
 * What is to change in a stored row: the columns that were sent and that hosts may set.
 * @throws AppError `invalid` with `fields`
 */
export const parseRowUpdate = (table: Table, input: unknown): Promise<FormValues> =>
  validate(table, input, (name, values) => Object.hasOwn(values, name));

async function validate(
  table: Table,
  input: unknown,
  isAsked: (name: string, values: object) => boolean,
): Promise<FormValues> {
  if (!isRecord(input)) throw new AppError('invalid', 'Please send the row as a JSON object.');
  const schema = pickFields(table.form, (name) => isAsked(name, input));
  const values = pickWritable(schema, input);
  const links: FieldErrors = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = values[name];
    const widget = widgetFor(name, field);
    if (widget === 'richText' && typeof value === 'string') values[name] = await sanitizeRichText(value);
    if (!isLinkable(name, field, value)) links[name] = `${field.title || name} is not valid`;
  }
  try {
    const parsed = parseForm(schema, values, matchesRe2);
    if (Object.keys(links).length === 0) return parsed;
    throw new AppError('invalid', 'Please check the highlighted fields', { fields: links });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw toFieldErrors({ ...links, ...error.fields });
  }
}

/** One wrong field speaks for itself. */
export function toFieldErrors(fields: FieldErrors): AppError {
  const [message = 'The row is not valid.', ...more] = Object.values(fields);
  return new AppError('invalid', more.length > 0 ? 'Please check the highlighted fields' : message, {
    fields,
  });
}

const linkWidgets = new Set(['url', 'media', 'file']);

/** Whatever the admin shows as a link must be one, also where a schema forgot to say so. */
function isLinkable(name: string, field: FieldSchema, value: unknown): boolean {
  if (Array.isArray(value)) {
    const { items } = field;
    return !items || value.every((item) => isLinkable(name, items, item));
  }
  if (typeof value !== 'string' || field.type !== 'string' || field.enum || isEmpty(value)) return true;
  return !linkWidgets.has(widgetFor(name, field)) || isLink(String(trimmed(name, field, value)));
}
