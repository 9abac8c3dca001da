import { AppError } from '../shared/errors.ts';
import type { FieldSchema, Permissions, RowId, TableFormSchema } from '../shared/forms/schema.ts';
import { isUuid } from '../shared/uuid.ts';
import type { AuditedTable } from './audited-rows.server.ts';
import { type InsertStatement, insertStatement } from './insert-rows.server.ts';
import type { TableSchema } from './table-schemas.server.ts';

/** A column that can be read; other columns of the database are not accessible. */
export interface Column {
  name: string;
  field: FieldSchema;
  sql: string;
  /** Whether the column contains a list of records, as `jsonb`. */
  isJson?: boolean;
  /** Whether the value is optional. */
  isOptional?: boolean;
}

type CompiledForm = TableFormSchema & {
  type: 'object';
  label: string;
  required: readonly string[];
  verbs: Permissions;
};

/** A schema-described table with everything that follows from its schema, worked out once at the start. */
export interface Table extends TableSchema, AuditedTable {
  columns: readonly Column[];
  /** The columns that hold the id of another table's row: that table, and its column that names a row. */
  references: readonly { column: Column; to: string; label: Column }[];
  form: CompiledForm;
  /** The default order of a list as SQL, with a reference by its label; empty for the order of the ids. */
  defaultOrder: readonly string[];
  /** Whether the database numbers the rows; otherwise every row has its own UUID. */
  hasSequenceId: boolean;
  maxId: number;
  insert: InsertStatement;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const compileColumn = (name: string, field: FieldSchema): Column => ({
  name,
  field,
  sql: quoted(name),
  isJson: field.items?.type === 'object',
});

/** Read-only columns that change only when hosts write the row. */
const rowColumns = new Set(['id', 'created_at', 'updated_at', 'is_example']);

function compileTable({ tableName, schema }: TableSchema, all: readonly TableSchema[]): Table {
  const {
    title,
    description,
    required = [],
    properties,
    label = 'id',
    preview,
    deleteNote,
    draftNote,
    hasEffect,
    requiredGroup,
    sortedBy = [],
  } = schema;
  const verbs = { create: true, update: true, delete: true, ...schema.verbs };
  const columns = Object.entries(properties).map(([name, field]) => ({
    ...compileColumn(name, field),
    isOptional: !required.includes(name),
  }));
  const references = columns.flatMap((column) => {
    const target = all.find((other) => other.tableName === column.field.references);
    const name = target?.schema.label ?? 'id';
    const field = target?.schema.properties[name];
    return target && field
      ? [{ column, to: quoted(target.tableName), label: compileColumn(name, field) }]
      : [];
  });
  const sql = quoted(tableName);
  const defaultOrder = sortedBy.map((name) => {
    const reference = references.find(({ column }) => column.name === name);
    const column = `${sql}.${quoted(name)}`;
    return reference
      ? `(select target.${reference.label.sql} from ${reference.to} as target where target."id" = ${column})`
      : column;
  });
  const form: CompiledForm = { type: 'object', title, description, required, properties, label, verbs };
  if (preview !== undefined) form.preview = preview;
  if (deleteNote !== undefined) form.deleteNote = deleteNote;
  if (draftNote !== undefined) form.draftNote = draftNote;
  if (hasEffect !== undefined) form.hasEffect = hasEffect;
  if (requiredGroup !== undefined) form.requiredGroup = requiredGroup;
  const base = {
    tableName,
    schema,
    name: tableName,
    sql,
    columns,
    references,
    defaultOrder,
    form,
    hasSequenceId: properties.id?.type === 'integer',
    maxId: properties.id?.maximum ?? 2_147_483_647,
  };
  const writable = columns.filter(({ field }) => !field.readOnly);
  const isWrittenByJobs = columns.some(({ name, field }) => field.readOnly && !rowColumns.has(name));
  const versioned = isWrittenByJobs ? { ...base, versionColumns: writable } : base;
  return { ...versioned, insert: insertStatement(versioned) };
}

export const compileTables = (schemas: readonly TableSchema[]): readonly Table[] =>
  schemas.map((schema) => compileTable(schema, schemas));

export const findTable = (tables: readonly Table[], name: string): Table | undefined =>
  tables.find((table) => table.name === name);

/** @throws AppError `notFound` */
export function getTable(tables: readonly Table[], name: string): Table {
  const table = findTable(tables, name);
  if (!table) throw new AppError('notFound', 'There is no such table.');
  return table;
}

export const getColumn = (table: Table, name: string): Column | undefined =>
  table.columns.find((column) => column.name === name);

const wholeNumber = /^(0|[1-9]\d{0,15})$/;

/** Parses the id in a URL to the type of the table's key. @throws AppError `notFound` for an impossible id */
export function parseRowId(table: Table, text: string): RowId {
  if (table.hasSequenceId && wholeNumber.test(text) && Number(text) <= table.maxId) return Number(text);
  if (!table.hasSequenceId && isUuid(text)) return text.toLowerCase();
  throw noSuchRow();
}

export const noSuchRow = (): AppError => new AppError('notFound', 'There is no such row.');
