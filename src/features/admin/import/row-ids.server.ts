import { parseRowId, type Table } from '../../../db/tables.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { RowId } from '../../../shared/forms/schema.ts';
import type { ImportErrors } from './import-errors.server.ts';
import type { CsvRow } from './parse-csv.server.ts';

/** The ids that the file names, by line; each row at most once. */
export function collectIds(table: Table, rows: CsvRow[], errors: ImportErrors): Map<number, RowId> {
  const ids = new Map<number, RowId>();
  const seen = new Map<RowId, number>();
  for (const { line, cells, problem } of rows) {
    const text = (cells.get('id') ?? '').trim();
    if (text === '' || problem) continue;
    const id = readId(table, text);
    const first = id === undefined ? undefined : seen.get(id);
    if (id === undefined) errors.add(line, noSuchRow());
    else if (first !== undefined) {
      const message = `This row stands on line ${first} already`;
      errors.add(line, new AppError('invalid', message, { fields: { id: message } }));
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

export const noSuchRow = (): AppError =>
  new AppError('invalid', 'There is no row with this id', {
    fields: { id: 'There is no row with this id; leave the id empty to add one' },
  });
