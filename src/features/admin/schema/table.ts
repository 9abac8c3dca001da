import type { FormSchema, Permissions, RowId } from '../../../shared/forms/schema.ts';

/** The value of a column as JSON carries it; a moment is ISO 8601 in UTC, a date without a time `YYYY-MM-DD`. */
export type Value = string | number | boolean | null | Value[];

/** Every field of the table's schema. `_version` changes with every write; older servers send none. */
export type Row = { id: RowId; _version?: string } & { [column: string]: Value | undefined };

/** Names of the rows that references point to: column, id, name. */
export type RowLabels = Record<string, Record<string, string>>;

export interface TableForm extends FormSchema {
  type: 'object';
  title: string;
  description: string;
  required: readonly string[];
  label: string;
  verbs: Permissions;
  preview?: string;
  deleteNote?: string;
  draftNote?: string;
  hasEffect?: boolean;
}

/** The effect of a form's values as text. */
export interface DraftNote {
  title: string;
  lines: string[];
}

/** `ne` matches rows without a value; `contains` ignores case, and matches an item of a list; `in` [] matches no row. */
export const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'in', 'isNull'] as const;
export type Operator = (typeof operators)[number];

/** An update may carry the `_version` that was read. */
export type RowInput = Record<string, unknown> & { _version?: string };
