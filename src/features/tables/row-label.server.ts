import type { StoredRow } from '../../db/audited-rows.server.ts';
import type { Tx } from '../../db/client.server.ts';
import { findTable, type Table } from '../../db/tables.server.ts';
import { formatDate } from '../../shared/dates.ts';
import type { FieldSchema, RowId } from '../../shared/forms/schema.ts';
import { formatMoney } from '../../shared/money.ts';
import { readRows } from './store.server.ts';

const maxLength = 200;

const ownLabel = (table: Table, row: StoredRow): string => String(row[table.form.label] ?? '').trim();

/**
 * Labels a row by its label field; where that is empty, by what it refers to, its choices, dates and prices: `Tern · July 5,
 * 2027 – July 9, 2027`. @returns at most 200 characters, and the id of a row that has none of them
 */
export async function rowLabelText(
  tx: Tx,
  tables: readonly Table[],
  { table, row }: { table: Table; row: StoredRow },
): Promise<string> {
  const label = ownLabel(table, row) || (await describeRow(tx, tables, { table, row })) || String(row.id);
  return [...label].slice(0, maxLength).join('');
}

async function describeRow(
  tx: Tx,
  tables: readonly Table[],
  { table, row }: { table: Table; row: StoredRow },
): Promise<string> {
  const texts: string[] = [];
  const dates: string[] = [];
  for (const [name, field] of Object.entries(table.form.properties)) {
    const value = row[name] ?? '';
    if (value === '') continue;
    if (field.references) texts.push(await referenceLabel(tx, tables, field.references, value as RowId));
    else if (field.format === 'date') dates.push(formatDate(String(value)));
    else texts.push(valueText(field, value));
  }
  return [...texts, dates.join(' – ')].filter(Boolean).join(' · ');
}

async function referenceLabel(tx: Tx, tables: readonly Table[], name: string, id: RowId): Promise<string> {
  const table = findTable(tables, name);
  const [row] = table ? await readRows(tx, table, [id]) : [];
  return table && row ? ownLabel(table, row) : '';
}

/** Formats a choice or a price; '' for anything else. */
function valueText(field: FieldSchema, value: unknown): string {
  if (field.unit === 'cents') return formatMoney(Number(value), 'usd');
  return field.enumNames?.[field.enum?.indexOf(value as string) ?? -1] ?? '';
}
