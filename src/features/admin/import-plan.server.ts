import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../db/client.server.ts';
import { AppError } from '../../shared/errors.ts';
import type { FormValues } from '../../shared/forms/schema.ts';
import { readCell } from './csv-cells.ts';
import type { CsvRow, CsvTable } from './csv-table.server.ts';
import type { Findings } from './import-findings.ts';
import type { Row, RowId } from './table.ts';
import { rowIdOf, type Table } from './tables.server.ts';
import { lockRows } from './writes-store.server.ts';
import { valuesOfChange, valuesOfNew } from './written-values.server.ts';

/** One row of a file that keeps every rule of the schema. */
export interface PlannedRow {
  line: number;
  values: FormValues;
  /** The row that it changes; none when it is new. */
  stored: Row | null;
}

export interface ImportPlan {
  rows: PlannedRow[];
  /** The first rows of the file as they would be, wrong ones too. */
  preview: FormValues[];
}

/** Others are served in between. */
const rowsInTurn = 100;
const rowsInPreview = 20;

/** Reads and checks every row of a file; the stored rows it names are locked. */
export async function planImport(
  tx: Db,
  table: Table,
  { csv, findings }: { csv: CsvTable; findings: Findings },
): Promise<ImportPlan> {
  const ids = idsOf(table, csv.rows, findings);
  const locked = await lockRows(tx, table, [...new Set(ids.values())]);
  const stored = new Map(locked.map((row) => [row.id, row]));
  const plan: ImportPlan = { rows: [], preview: [] };
  for (const [at, { line, cells, problem }] of csv.rows.entries()) {
    if (at % rowsInTurn === rowsInTurn - 1) await nextTurn();
    if (problem) findings.add(line, new AppError('invalid', problem));
    const id = ids.get(line);
    const old = (id !== undefined && stored.get(id)) || null;
    const asked = Object.fromEntries(
      csv.columns.map((name) => [name, cellValue(table, name, cells.get(name) ?? '')]),
    );
    if (plan.preview.length < rowsInPreview) plan.preview.push({ ...old, ...asked });
    if (id !== undefined && !old) findings.add(line, noSuchRow());
    if (problem || (id === undefined ? isNamed(cells) : !old)) continue;
    try {
      requireVerbOf(table, old);
      const values = await (old ? valuesOfChange(table, asked) : valuesOfNew(table, asked));
      plan.rows.push({ line, values, stored: old });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      findings.add(line, error);
    }
  }
  return plan;
}

const isNamed = (cells: CsvRow['cells']): boolean => (cells.get('id') ?? '').trim() !== '';

const noSuchRow = (): AppError =>
  new AppError('invalid', 'There is no row with this id', {
    fields: { id: 'There is no row with this id; leave the id empty to add one' },
  });

const verbWords = { create: 'New rows cannot be added', update: 'Rows cannot be changed' };

function requireVerbOf(table: Table, stored: Row | null): void {
  const verb = stored ? 'update' : 'create';
  if (!table.form.verbs[verb]) throw new AppError('forbidden', verbWords[verb]);
}

const cellValue = (table: Table, name: string, cell: string): unknown => {
  const field = table.form.properties[name];
  return field && readCell(field, cell);
};

/** The ids that the file names, by line; each row at most once. */
function idsOf(table: Table, rows: CsvRow[], findings: Findings): Map<number, RowId> {
  const ids = new Map<number, RowId>();
  const seen = new Map<RowId, number>();
  for (const { line, cells, problem } of rows) {
    const text = (cells.get('id') ?? '').trim();
    if (text === '' || problem) continue;
    const id = readId(table, text);
    const first = id === undefined ? undefined : seen.get(id);
    if (id === undefined) findings.add(line, noSuchRow());
    else if (first !== undefined) {
      const message = `This row stands on line ${first} already`;
      findings.add(line, new AppError('invalid', message, { fields: { id: message } }));
    } else {
      ids.set(line, id);
      seen.set(id, line);
    }
  }
  return ids;
}

function readId(table: Table, text: string): RowId | undefined {
  try {
    return rowIdOf(table, text);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
