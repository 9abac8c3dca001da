import { adminClient } from '../client.ts';
import { rowLabel } from '../schema/format-value.ts';
import type { Row, RowId, TableForm } from '../schema/table.ts';

const schemas = new Map<string, Promise<TableForm>>();

/** A table's schema; asked once a visit, and again after a failure. */
function loadSchema(table: string): Promise<TableForm> {
  const known = schemas.get(table);
  if (known) return known;
  const asked = adminClient().schema(table);
  schemas.set(table, asked);
  asked.catch(() => schemas.delete(table));
  return asked;
}

/** How a table is asked for the rows that words name: by its search, or where it has none, by its label. */
function toSearchParams({ label, properties }: TableForm, words: string): Record<string, string> {
  if (words === '') return {};
  if (Object.values(properties).some((field) => field.searchable)) return { search: words };
  const isText = properties[label]?.type === 'string' && !properties[label]?.format;
  return { filters: JSON.stringify({ [label]: isText ? { contains: words } : words }) };
}

export interface ReferenceOption {
  id: RowId;
  name: string;
}

const maxOptions = 20;

/** The rows of a table that a search finds, by name; the first ones without a search. */
export async function searchRows(
  table: string,
  search: string,
  signal: AbortSignal,
): Promise<ReferenceOption[]> {
  const schema = await loadSchema(table);
  const asked = new URLSearchParams({ limit: String(maxOptions), ...toSearchParams(schema, search.trim()) });
  const { data } = await adminClient().rows(table, asked, { signal });
  return data.map((row) => ({ id: row.id, name: rowLabel(schema.label, row) }));
}

/** The name of the row with that id; the id itself when there is no such row. */
export async function fetchRowLabel(table: string, id: RowId): Promise<string> {
  const [{ label }, row] = await Promise.all([
    loadSchema(table),
    adminClient()
      .row(table, id)
      .catch((): Row | null => null),
  ]);
  return row ? rowLabel(label, row) : String(id);
}
