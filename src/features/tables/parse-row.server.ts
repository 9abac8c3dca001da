import type { Table } from '../../db/tables.server.ts';
import type { Ctx, Normalizer } from '../../platform/context.server.ts';
import { sanitizeRichText } from '../../platform/sanitize-html.server.ts';
import { AppError, type FieldErrors, toFieldErrors } from '../../shared/errors.ts';
import { isLink } from '../../shared/forms/formats.ts';
import { parseForm, pickWritable } from '../../shared/forms/parse-form.ts';
import {
  type FieldSchema,
  type FormSchema,
  type FormValues,
  pickFields,
  writableFields,
} from '../../shared/forms/schema.ts';
import { isEmpty, trimmed } from '../../shared/forms/validate.ts';
import { isRecord } from '../../shared/is-record.ts';
import { canonicalEmail } from '../../shared/text/email.ts';
import { widgetFor } from './field-widget.ts';

/** The normalizer that all rows of one write share. */
export const createNormalizer = (ctx: Ctx, table: Table): Normalizer =>
  ctx.tableHooks[table.name]?.createNormalizer?.(ctx) ?? (async (values) => values);

/**
 * Parses every column that hosts may set: the sent value, else the default, else null.
 * @throws AppError `invalid` with `fields`
 */
export async function parseNewRow(
  ctx: Ctx,
  table: Table,
  input: unknown,
  normalize = createNormalizer(ctx, table),
): Promise<FormValues> {
  const hooks = ctx.tableHooks[table.name];
  const row = expectRecord(input);
  const sent = await validate(ctx, table, hooks?.complete?.(row) ?? row, () => true);
  const values = Object.fromEntries(
    writableFields(table.form).map(([name, field]) => [
      name,
      sent[name] === undefined ? (structuredClone(field.default) ?? null) : sent[name],
    ]),
  );
  const normalized = await normalize(values);
  hooks?.beforeCreate?.(normalized);
  return normalized;
}

/** Parses the sent columns that hosts may set. @throws AppError `invalid` with `fields` */
export async function parseRowUpdate(
  ctx: Ctx,
  table: Table,
  input: unknown,
  normalize = createNormalizer(ctx, table),
): Promise<FormValues> {
  const row = expectRecord(input);
  const set = await validate(ctx, table, row, (name) => Object.hasOwn(row, name));
  return normalize(set);
}

function expectRecord(input: unknown): FormValues {
  if (isRecord(input)) return input;
  throw new AppError('invalid', 'Please send the row as a JSON object.');
}

async function validate(
  ctx: Ctx,
  table: Table,
  input: FormValues,
  isChecked: (name: string) => boolean,
): Promise<FormValues> {
  const schema = pickFields(table.form, isChecked);
  const values = pickWritable(schema, input);
  const links: FieldErrors = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = values[name];
    const widget = widgetFor(name, field);
    if (widget === 'richText' && typeof value === 'string') values[name] = await sanitizeRichText(value);
    if (field.format === 'email' && typeof value === 'string') values[name] = canonicalEmail(value) ?? value;
    if (!isLinkable(name, field, value)) links[name] = `${field.title || name} is not valid`;
  }
  try {
    const parsed = parseForm(schema, values);
    if (Object.keys(links).length === 0) return withUploadPaths(ctx, schema, parsed);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw toFieldErrors({ ...links, ...error.fields });
  }
  throw toFieldErrors(links);
}

/** Reduces links to this site's own uploads to their paths, by which pages find them. */
function withUploadPaths({ settings }: Ctx, { properties }: FormSchema, values: FormValues): FormValues {
  const toPath = (field: FieldSchema | undefined, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => toPath(field?.items, item));
    if (field?.format !== 'uri' || typeof value !== 'string' || !URL.canParse(value)) return value;
    const { origin, pathname, search } = new URL(value);
    const isUpload = origin === new URL(settings.appUrl).origin && pathname.startsWith('/media/');
    return isUpload ? `${pathname}${search}` : value;
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, toPath(properties[name], value)]),
  );
}

const linkWidgets = new Set(['url', 'media', 'file']);

/** A value that the admin shows as a link must be a link, even if its schema does not require it. */
function isLinkable(name: string, field: FieldSchema, value: unknown): boolean {
  if (Array.isArray(value)) {
    const { items } = field;
    return !items || value.every((item) => isLinkable(name, items, item));
  }
  if (typeof value !== 'string' || field.type !== 'string' || field.enum || isEmpty(value)) return true;
  // The URL of a calendar is checked by its own format.
  if (field.format === 'feed-uri') return true;
  return !linkWidgets.has(widgetFor(name, field)) || isLink(String(trimmed(name, field, value)));
}
