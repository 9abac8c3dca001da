import type { FormSchema, Permissions } from '../../../shared/forms/schema.ts';

/** The value of a column as JSON carries it; a moment is ISO 8601 in UTC, a date without a time `YYYY-MM-DD`. */
export type Value = string | number | boolean | null | Value[];

export type RowId = string | number;

/** Every field of the table's schema. `_version` changes with every write; older servers send none. */
export type Row = { id: RowId; _version?: string } & { [column: string]: Value | undefined };

export interface TableSummary {
  tableName: string;
  title: string;
  description: string;
  verbs: Permissions;
}

export interface TableList {
  schemas: TableSummary[];
}

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
}

/** What the values of a form would do, in words. */
export interface DraftNote {
  title: string;
  lines: string[];
}

export interface RowPage {
  data: Row[];
  total: number;
  /** Whether more rows fit than are counted, so that `total` is about right and no more. */
  totalIsEstimate: boolean;
  /** Names of the rows that this page's references point to: column, id, name. */
  labels: Record<string, Record<string, string>>;
}

/** `ne` holds for rows without a value, too; `contains` ignores case, of a list it means one of its items; `in` [] holds for no row. */
export const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'in', 'isNull'] as const;
export type Operator = (typeof operators)[number];

/** An update may carry the `_version` that was read. */
export type RowInput = Record<string, unknown> & { _version?: string };

export interface Deleted {
  success: true;
  trashId: string;
}

export interface TrashEntry {
  trashId: string;
  table: string;
  rowId: RowId;
  label: string;
  deletedAt: string;
  deletedBy: string;
  expiresAt: string;
}

export interface TrashPage {
  data: TrashEntry[];
  total: number;
}

export type Restored = { row: Row };

export type HistoryAction = 'create' | 'update' | 'delete' | 'restore' | 'import';

export type VersionSide = 'before' | 'after';

export interface HistoryEntry {
  id: string;
  action: HistoryAction;
  at: string;
  by: string;
  changes: Record<string, { before: Value; after: Value }>;
}

export interface HistoryList {
  data: HistoryEntry[];
}

/** The same change, or deletion, of up to 1,000 rows: all of them or none. */
export type BulkRequest = { ids: RowId[] } & ({ set: Record<string, unknown> } | { delete: true });

export interface BulkResult {
  changed: number;
  trashIds?: string[];
}

export interface ImportProblem {
  /** Of the file, from 1; the names of the columns stand on line 1. */
  line: number;
  field?: string;
  message: string;
}

export interface ImportReport {
  rows: number;
  creates: number;
  updates: number;
  unknownColumns: string[];
  ignoredColumns: string[];
  errors: ImportProblem[];
  errorCount: number;
  /** The first 20 rows as they would be. */
  preview: Record<string, Value>[];
}

/** `query` is the search part of its URL. */
export interface SavedView {
  id: string;
  table: string;
  name: string;
  query: string;
}

export interface SavedViewList {
  data: SavedView[];
}
