import { type FormValues, isSupported, writableFields } from '../../../shared/forms/schema.ts';
import type { Row, RowInput, TableForm } from '../schema/table.ts';

/** What is sent of a form: every field it can edit; one left empty is sent as null, which clears it. */
export function rowInput(schema: TableForm, values: FormValues): RowInput {
  const edited = writableFields(schema).filter(([, field]) => isSupported(field));
  return Object.fromEntries(edited.map(([name]) => [name, values[name] ?? null]));
}

/** An empty field is the same however its emptiness is written. */
const normalizeEmpty = (value: unknown): unknown => (value === '' ? null : (value ?? null));

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(normalizeEmpty(one)) === JSON.stringify(normalizeEmpty(other));

export type Side = 'mine' | 'theirs';

/** A field of which two people have different values, and whose is kept unless somebody says otherwise. */
export interface FieldConflict {
  name: string;
  keep: Side;
}

/** Where two versions of a row differ: what only the others changed is theirs, everything else mine. */
export function threeWayDiff(schema: TableForm, base: Row, mine: FormValues, theirs: Row): FieldConflict[] {
  return writableFields(schema)
    .filter(([name]) => !isEqual(mine[name], theirs[name]))
    .map(([name]) => ({ name, keep: isEqual(mine[name], base[name]) ? 'theirs' : 'mine' }));
}
