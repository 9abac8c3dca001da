import type { TableSchema } from '../../../db/table-schemas.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { isUuid } from '../../../shared/uuid.ts';
import type { RowId, TableForm, TableSummary } from './table.ts';

/** A column that can be read; there are no others, whatever the database holds. */
export interface Column {
  name: string;
  field: FieldSchema;
  /** Quoted, as SQL needs it. */
  sql: string;
}

/** A schema-described table, as the engine reads it. */
export interface Table {
  name: string;
  sql: string;
  columns: readonly Column[];
  /** The columns that hold the id of another table's row: that table, and its column that names a row. */
  references: readonly { column: Column; to: string; label: Column }[];
  form: TableForm;
}

/** A name of the registry as SQL writes it. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const compileColumn = (name: string, field: FieldSchema): Column => ({ name, field, sql: quoted(name) });

function compileTable({ tableName, schema }: TableSchema, all: readonly TableSchema[]): Table {
  const { title, description, required = [], properties, label = 'id', preview, deleteNote } = schema;
  const verbs = { create: true, update: true, delete: true, ...schema.verbs };
  const columns = Object.entries(properties).map(([name, field]) => compileColumn(name, field));
  const references = columns.flatMap((column) => {
    const target = all.find((other) => other.tableName === column.field.references);
    const name = target?.schema.label ?? 'id';
    const field = target?.schema.properties[name];
    return target && field
      ? [{ column, to: quoted(target.tableName), label: compileColumn(name, field) }]
      : [];
  });
  const form: TableForm = { type: 'object', title, description, required, properties, label, verbs };
  if (preview !== undefined) form.preview = preview;
  if (deleteNote !== undefined) form.deleteNote = deleteNote;
  return { name: tableName, sql: quoted(tableName), columns, references, form };
}

const known = new WeakMap<readonly TableSchema[], Map<string, Table>>();

/** Every table by its name, in the order of the sidebar. */
export function compileTables(schemas: readonly TableSchema[]): ReadonlyMap<string, Table> {
  const found =
    known.get(schemas) ?? new Map(schemas.map((schema) => [schema.tableName, compileTable(schema, schemas)]));
  known.set(schemas, found);
  return found;
}

/** @throws AppError `notFound` */
export function getTable(schemas: readonly TableSchema[], name: string): Table {
  const table = compileTables(schemas).get(name);
  if (!table) throw new AppError('notFound', 'There is no such table.');
  return table;
}

export const toSummary = ({ name, form: { title, description, verbs } }: Table): TableSummary => ({
  ...{ tableName: name, title, description, verbs },
});

export const getColumn = (table: Table, name: string): Column | undefined =>
  table.columns.find((column) => column.name === name);

/** The largest id that a numbered table may give. */
export const maxId = (table: Table): number => table.form.properties.id?.maximum ?? 2_147_483_647;

const wholeNumber = /^(0|[1-9]\d{0,15})$/;

/**
 * The id in an address, in the type of the table's key.
 * @throws AppError `notFound` for what cannot be an id of this table
 */
export function parseRowId(table: Table, text: string): RowId {
  const isInteger = table.form.properties.id?.type === 'integer';
  if (isInteger && wholeNumber.test(text) && Number(text) <= maxId(table)) return Number(text);
  if (!isInteger && isUuid(text)) return text.toLowerCase();
  throw noSuchRow();
}

export const noSuchRow = (): AppError => new AppError('notFound', 'There is no such row.');
