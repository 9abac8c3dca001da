import { isSameValue } from '../../../shared/forms/blank.ts';
import { type FormValues, isSupported, writableFields } from '../../../shared/forms/schema.ts';
import type { Row, RowInput, TableForm } from '../schema/table.ts';

/** Every field that the form can edit; an empty one is sent as null, which clears it. */
export function rowInput(schema: TableForm, values: FormValues): RowInput {
  const fields = writableFields(schema).filter(([, field]) => isSupported(field));
  return Object.fromEntries(fields.map(([name]) => [name, values[name] ?? null]));
}

export type Side = 'mine' | 'theirs';

/** A field with two different values, and the side that is chosen at first. */
export interface FieldConflict {
  name: string;
  initial: Side;
}

/** Compares two versions of a row; the default choice is theirs for what only they changed, and mine for everything else. */
export function threeWayDiff(schema: TableForm, base: Row, mine: FormValues, theirs: Row): FieldConflict[] {
  return writableFields(schema)
    .filter(([name]) => !isSameValue(mine[name], theirs[name]))
    .map(([name]) => ({ name, initial: isSameValue(mine[name], base[name]) ? 'theirs' : 'mine' }));
}
