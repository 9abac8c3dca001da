import { rowName } from '../cell-text.ts';
import { adminClient } from '../client.ts';
import type { Row, RowId } from '../table.ts';

const labelColumns = new Map<string, Promise<string>>();

/** The column that names a table's rows; asked once a visit, and again after a failure. */
function labelColumn(table: string): Promise<string> {
  const known = labelColumns.get(table);
  if (known) return known;
  const asked = adminClient()
    .schema(table)
    .then(({ label }) => label);
  labelColumns.set(table, asked);
  asked.catch(() => labelColumns.delete(table));
  return asked;
}

export interface ReferenceOption {
  id: RowId;
  name: string;
}

const mostOptions = 20;

/** The rows of a table that a search finds, by name; the first ones without a search. */
export async function findRows(
  table: string,
  search: string,
  signal: AbortSignal,
): Promise<ReferenceOption[]> {
  const asked = new URLSearchParams({ limit: String(mostOptions) });
  if (search.trim()) asked.set('search', search.trim());
  const [label, { data }] = await Promise.all([
    labelColumn(table),
    adminClient().rows(table, asked, { signal }),
  ]);
  return data.map((row) => ({ id: row.id, name: rowName(label, row) }));
}

/** The name of the row with that id; the id itself when there is no such row. */
export async function nameOfRow(table: string, id: RowId): Promise<string> {
  const [label, row] = await Promise.all([
    labelColumn(table),
    adminClient()
      .row(table, id)
      .catch((): Row | null => null),
  ]);
  return row ? rowName(label, row) : String(id);
}
