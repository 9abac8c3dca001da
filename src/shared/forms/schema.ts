/** The id of a row: a number, or a UUID or a name as text. */
export type RowId = string | number;

type FieldType = 'boolean' | 'array' | 'string' | 'number' | 'integer' | 'object';

/** One field as plain JSON Schema: what TypeBox writes on the server and what the browser receives. */
export type FieldSchema = {
  type: FieldType;
  title?: string;
  description?: string;
  /**
   * The formats that are checked: `email`, `date`, `date-time`, `uri` (http(s) or a path on this site), `feed-uri`
   * (http(s) or webcal), `uuid`, `slug`. `textarea` only selects a widget.
   */
  format?: string;
  enum?: readonly (string | number)[];
  enumNames?: readonly string[];
  items?: FieldSchema;
  /** The fields of a list's items, the only place for the type `object`; all are required. */
  properties?: Readonly<Record<string, FieldSchema>>;
  minimum?: number;
  maximum?: number;
  /** Money: stored in the smallest unit of its currency, shown and typed in whole ones (`175.00`). */
  unit?: 'cents';
  /** Lengths count Unicode code points, as JSON Schema does. */
  minLength?: number;
  maxLength?: number;
  /** Searched anywhere in the text, as JSON Schema does: anchor it with `^` and `$`. */
  pattern?: string;
  default?: unknown;
  readOnly?: boolean;
  primaryKey?: boolean;
  multiline?: boolean;
  rows?: number;
  cols?: number;
  references?: string;
  /** Lists sorted by it are read off an index. */
  indexed?: boolean;
  /** Whether its text is searched, with an index. */
  searchable?: boolean;
};

export type Permissions = { create: boolean; update: boolean; delete: boolean };

export type FormSchema = {
  type?: 'object';
  title?: string;
  description?: string;
  required?: readonly string[];
  properties: Readonly<Record<string, FieldSchema>>;
  /** The form requires at least one of these fields, and shows the message if all are empty; the API does not check it. */
  requiredGroup?: { fields: readonly string[]; message: string };
};

/** What the tables of the admin's sidebar are grouped by, in their order there. */
export const tableGroups = ['sell', 'work', 'money', 'site'] as const;
type TableGroup = (typeof tableGroups)[number];

/** A schema-described table: its form, and how the admin shows it. */
export type TableFormSchema = FormSchema & {
  title: string;
  description: string;
  order?: number;
  /** A table without one stands below all groups. */
  group?: TableGroup;
  /** The column whose value names a row; the id when left out. */
  label?: string;
  /** The columns that a list is sorted by unless it is asked for another order, empty values first; the id when left out. */
  sortedBy?: readonly string[];
  /** An action that is left out is allowed. */
  verbs?: Partial<Permissions>;
  /** Whether guests write its texts: the URL of an upload in them does not count as a use of the upload. */
  fromGuests?: boolean;
  /** The page of the site that shows a row: `/blog/{slug}`. */
  preview?: string;
  /** The effect of deleting rows on other data, as a sentence of the confirm dialog. */
  deleteNote?: string;
  /** A call below `/api/admin/` that says what the values of its form would do, while they are edited. */
  draftNote?: string;
  /** Whether the effect of a change on other data is shown before it is saved (`describeChanges` of its hooks). */
  hasEffect?: boolean;
};

export type FormValues = Record<string, unknown>;

/** Whether a generic form has a textarea for a text field; the admin decides by the field's name, too. */
export const isTextarea = (schema: FieldSchema): boolean =>
  schema.multiline === true || schema.format === 'textarea';

const textareaName = /description|message|html|rich_text/;

/**
 * Whether a text field is edited in more than one line: by its flag or format, or because the admin shows a textarea for
 * its name or its maximum length over 255. Every other text is one line: trimmed, and free of line breaks.
 */
export function isMultiline(name: string, schema: FieldSchema): boolean {
  if (isTextarea(schema)) return true;
  if (schema.format || schema.enum) return false;
  return (schema.maxLength ?? 0) > 255 || textareaName.test(name);
}

const fieldTypes: ReadonlySet<string> = new Set<FieldType>([
  'boolean',
  'array',
  'string',
  'number',
  'integer',
]);

/** Whether a form can edit the field; a schema comes from a server, which may know more types than these scripts. */
export const isSupported = (schema: FieldSchema): boolean => fieldTypes.has(schema.type);

const richTextName = /rich_text|html/;

/** Whether a text field holds HTML, written in the rich-text editor: by its name or its `multiline` flag. */
export const isRichText = (name: string, schema: FieldSchema): boolean =>
  schema.type === 'string' && (schema.multiline === true || richTextName.test(name));

/** Whether a form may set the field; read-only fields and primary keys are set by the server. */
const isWritable = (schema: FieldSchema): boolean => !schema.readOnly && !schema.primaryKey;

export function writableFields(schema: FormSchema): [name: string, field: FieldSchema][] {
  return Object.entries(schema.properties).filter(([, field]) => isWritable(field));
}

/** Reduces a schema to those writable fields that are included. */
export const pickFields = (schema: FormSchema, isIncluded: (name: string) => boolean): FormSchema => ({
  properties: Object.fromEntries(writableFields(schema).filter(([name]) => isIncluded(name))),
  required: (schema.required ?? []).filter(isIncluded),
});

/** The value's own entry; an inherited one (`toString`, `__proto__`) is no value. */
export const getOwn = (values: object, name: string): unknown =>
  Object.hasOwn(values, name) ? (values as FormValues)[name] : undefined;
