import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredRow } from '../../../db/audited-rows.server.ts';
import type { Tx } from '../../../db/client.server.ts';
import type { Table } from '../../../db/tables.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { FormValues, RowId } from '../../../shared/forms/schema.ts';
import { createNormalizer, parseNewRow, parseRowUpdate } from '../../tables/parse-row.server.ts';
import { lockRows } from '../../tables/store.server.ts';
import type { ImportErrors } from './import-errors.server.ts';
import type { CsvRow, CsvTable } from './parse-csv.server.ts';
import { readCell } from './read-cell.server.ts';
import { collectIds, noSuchRow } from './row-ids.server.ts';

interface ValidRow {
  line: number;
  /** The id of the stored row that the line names; none for a new row. */
  id?: RowId;
  values: FormValues;
}

interface CheckedFile {
  rows: ValidRow[];
  ids: Map<number, RowId>;
  /** The first rows, including wrong ones. */
  sample: { id?: RowId; parsed: FormValues }[];
}

export interface PlannedRow extends ValidRow {
  stored: StoredRow | null;
}

export interface ImportPlan {
  rows: PlannedRow[];
  /** The first rows of the file as they would be stored, including wrong ones. */
  preview: FormValues[];
}

const rowsPerTurn = 10;
const maxPreviewRows = 20;

/** Checks every row by the schema, before the transaction: it may take longer than one may be idle. */
export async function validateRows(
  ctx: Ctx,
  table: Table,
  { csv, errors }: { csv: CsvTable; errors: ImportErrors },
): Promise<CheckedFile> {
  const normalize = createNormalizer(ctx, table);
  const ids = collectIds(table, csv.rows, errors);
  const file: CheckedFile = { rows: [], ids, sample: [] };
  for (const [at, { line, cells, problem }] of csv.rows.entries()) {
    if (at % rowsPerTurn === rowsPerTurn - 1) await nextTurn();
    const id = ids.get(line);
    const parsed = Object.fromEntries(
      csv.columns.map((name) => [name, cellValue(table, name, cells.get(name) ?? '')]),
    );
    if (file.sample.length < maxPreviewRows) file.sample.push({ id, parsed });
    if (problem) errors.add(line, new AppError('invalid', problem));
    if (problem || (id === undefined && hasId(cells))) continue;
    try {
      assertAllowedFor(table, id === undefined ? 'create' : 'update');
      const values = await (id === undefined
        ? parseNewRow(ctx, table, parsed, normalize)
        : parseRowUpdate(ctx, table, parsed, normalize));
      file.rows.push({ line, id, values });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      errors.add(line, error);
    }
  }
  return file;
}

export async function planImport(
  tx: Tx,
  table: Table,
  { file, errors }: { file: CheckedFile; errors: ImportErrors },
): Promise<ImportPlan> {
  const locked = await lockRows(tx, table, [...file.ids.values()]);
  const stored = new Map(locked.map((row) => [row.id, row]));
  for (const [line, id] of file.ids) if (!stored.has(id)) errors.add(line, noSuchRow());
  const storedAs = (id: RowId | undefined): StoredRow | null => (id !== undefined && stored.get(id)) || null;
  return {
    rows: file.rows
      .map((row) => ({ ...row, stored: storedAs(row.id) }))
      .filter((row) => row.id === undefined || row.stored !== null),
    preview: file.sample.map(({ id, parsed }) => ({ ...storedAs(id), ...parsed })),
  };
}

const hasId = (cells: CsvRow['cells']): boolean => (cells.get('id') ?? '').trim() !== '';

const verbLabels = { create: 'New rows cannot be added', update: 'Rows cannot be changed' };

function assertAllowedFor(table: Table, verb: keyof typeof verbLabels): void {
  if (!table.form.verbs[verb]) throw new AppError('forbidden', verbLabels[verb]);
}

const cellValue = (table: Table, name: string, cell: string): unknown => {
  const field = table.form.properties[name];
  return field && readCell(field, cell);
};
