import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from '../../../db/client.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { parseNewRow, parseRowUpdate } from '../edit/parse-row.server.ts';
import { lockRows } from '../edit/store.server.ts';
import type { Row, RowId } from '../schema/table.ts';
import { parseRowId, type Table } from '../schema/tables.server.ts';
import type { ImportErrors } from './import-errors.ts';
import { readCell } from './parse-cell.ts';
import type { CsvRow, CsvTable } from './parse-csv.server.ts';

/** One row of a file that keeps every rule of the schema. */
interface ValidRow {
  line: number;
  /** Of the stored row that it names; none when it is new. */
  id?: RowId;
  values: FormValues;
}

interface CheckedFile {
  rows: ValidRow[];
  /** The stored rows that the file names, by line. */
  ids: Map<number, RowId>;
  /** What the first rows say, wrong ones too. */
  beginning: { id?: RowId; asked: FormValues }[];
}

/** A row, and the stored one that it changes. */
export interface PlannedRow extends ValidRow {
  stored: Row | null;
}

export interface ImportPlan {
  rows: PlannedRow[];
  /** The first rows of the file as they would be, wrong ones too. */
  preview: FormValues[];
}

/** Others are served in between. */
const rowsInTurn = 10;
const rowsInPreview = 20;

/** Reads and checks every row of a file by the schema alone; that may take longer than a transaction may be idle. */
export async function validateRows(
  table: Table,
  { csv, findings }: { csv: CsvTable; findings: ImportErrors },
): Promise<CheckedFile> {
  const ids = collectIds(table, csv.rows, findings);
  const file: CheckedFile = { rows: [], ids, beginning: [] };
  for (const [at, { line, cells, problem }] of csv.rows.entries()) {
    if (at % rowsInTurn === rowsInTurn - 1) await nextTurn();
    const id = ids.get(line);
    const asked = Object.fromEntries(
      csv.columns.map((name) => [name, cellValue(table, name, cells.get(name) ?? '')]),
    );
    if (file.beginning.length < rowsInPreview) file.beginning.push({ id, asked });
    if (problem) findings.add(line, new AppError('invalid', problem));
    if (problem || (id === undefined && isNamed(cells))) continue;
    try {
      assertAllowedFor(table, id === undefined ? 'create' : 'update');
      const values = await (id === undefined ? parseNewRow(table, asked) : parseRowUpdate(table, asked));
      file.rows.push({ line, id, values });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      findings.add(line, error);
    }
  }
  return file;
}

/** Finds, and locks, the stored rows that a file names. */
export async function planImport(
  tx: Tx,
  table: Table,
  { file, findings }: { file: CheckedFile; findings: ImportErrors },
): Promise<ImportPlan> {
  const locked = await lockRows(tx, table, [...file.ids.values()]);
  const stored = new Map(locked.map((row) => [row.id, row]));
  for (const [line, id] of file.ids) if (!stored.has(id)) findings.add(line, noSuchRow());
  const storedAs = (id: RowId | undefined): Row | null => (id !== undefined && stored.get(id)) || null;
  return {
    rows: file.rows
      .map((row) => ({ ...row, stored: storedAs(row.id) }))
      .filter((row) => row.id === undefined || row.stored !== null),
    preview: file.beginning.map(({ id, asked }) => ({ ...storedAs(id), ...asked })),
  };
}

const isNamed = (cells: CsvRow['cells']): boolean => (cells.get('id') ?? '').trim() !== '';

const noSuchRow = (): AppError =>
  new AppError('invalid', 'There is no row with this id', {
    fields: { id: 'There is no row with this id; leave the id empty to add one' },
  });

const verbLabels = { create: 'New rows cannot be added', update: 'Rows cannot be changed' };

function assertAllowedFor(table: Table, verb: keyof typeof verbLabels): void {
  if (!table.form.verbs[verb]) throw new AppError('forbidden', verbLabels[verb]);
}

const cellValue = (table: Table, name: string, cell: string): unknown => {
  const field = table.form.properties[name];
  return field && readCell(field, cell);
};

/** The ids that the file names, by line; each row at most once. */
function collectIds(table: Table, rows: CsvRow[], findings: ImportErrors): Map<number, RowId> {
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
    return parseRowId(table, text);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
