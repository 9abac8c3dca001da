import { useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { rowWrite, rowWrites } from '../calls/calls.ts';
import { parseWritten } from '../calls/parse-tables.ts';
import type { Row, TableForm } from '../schema/table.ts';
import { rowInput } from './merge-versions.ts';

export interface RowToSave {
  table: string;
  schema: TableForm;
  /** The row to edit; without one a new row is created. */
  row: Row | null;
  onSaved(row: Row | null): void;
}

/** Saves the form of a row. @returns `theirs`: the row as another host has saved it since, in a conflict */
export function useSaveRow(
  { table, schema, row, onSaved }: RowToSave,
  showErrors: (fields: Record<string, string>) => void,
) {
  const [isSaving, setIsSaving] = useState(false);
  const [message, setMessage] = useState('');
  const [theirs, setTheirs] = useState<Row | null>(null);

  async function save(values: Record<string, unknown>, seen: Row | null = row): Promise<void> {
    setIsSaving(true);
    setMessage('');
    try {
      const input = rowInput(schema, values);
      onSaved(
        row
          ? await rowWrite.update({ table, id: String(row.id), json: { ...input, _version: seen?._version } })
          : await rowWrites.create({ table, json: input }),
      );
    } catch (error) {
      setIsSaving(false);
      const rejection = error instanceof ApiError ? error : null;
      const current = row && rejection?.status === 409 ? parseWritten(rejection.details.current) : null;
      if (current) return setTheirs(current);
      setMessage(rejection?.message ?? (row ? 'Failed to update row' : 'Failed to create row'));
      showErrors(rejection?.fields ?? {});
    }
  }
  return { isSaving, message, theirs, save, leaveConflict: () => setTheirs(null) };
}
