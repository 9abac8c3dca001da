import type { StoredRow } from '../../../db/audited-rows.server.ts';
import type { Table } from '../../../db/tables.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { pickWritable } from '../../../shared/forms/parse-form.ts';
import type { RowId } from '../../../shared/forms/schema.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { assertMayUpdate, setInRows } from '../../tables/actions.server.ts';
import { parseRowUpdate } from '../../tables/parse-row.server.ts';
import type { Page } from '../query/pagination.ts';
import type { Value } from '../schema/table.ts';
import type { HistoryEntry, HistoryList, VersionSide } from './contract.server.ts';
import { getEntry, listEntries, type StoredEntry } from './store.server.ts';

/** Lists the changes of a row, even a deleted one, with their authors and times; the newest first. */
export async function listHistory(
  ctx: Ctx,
  table: Table,
  { id, page }: { id: RowId; page: Page },
): Promise<HistoryList> {
  requireAdmin(ctx);
  const entries = await listEntries(ctx.db, { table: table.name, rowId: String(id), ...page });
  return { data: entries.map((entry) => toHistoryEntry(table, entry)) };
}

function toHistoryEntry(
  table: Table,
  { id, action, actor_email, created_at, before, after }: StoredEntry,
): HistoryEntry {
  const changes: HistoryEntry['changes'] = {};
  for (const { name, field } of table.columns) {
    if (before && !Object.hasOwn(before, name)) continue;
    const value = (values: Record<string, unknown> | null) => {
      const stored = (values?.[name] ?? null) as Value;
      return field.format === 'date-time' && typeof stored === 'string'
        ? new Date(stored).toISOString()
        : stored;
    };
    const change =
      action === 'delete'
        ? { before: value(after), after: null }
        : { before: value(before), after: value(after) };
    if (before || change.before !== change.after) changes[name] = change;
  }
  return { id: String(id), action, at: created_at.toISOString(), by: actor_email, changes };
}

/**
 * Restores a row's writable fields to their values before or after a history entry.
 * @param version the version that the host has seen
 * @throws AppError `forbidden`, `notFound`, `invalid`; ConflictError if the row has another version
 */
export async function restoreVersion(
  ctx: Ctx,
  table: Table,
  {
    id,
    historyId,
    side,
    version,
  }: { id: RowId; historyId: number; side: VersionSide; version?: string | undefined },
): Promise<StoredRow> {
  assertMayUpdate(ctx, table);
  const entry = await getEntry(ctx.db, { table: table.name, rowId: String(id), id: historyId });
  if (!entry) throw new AppError('notFound', 'There is no such entry in the history of this row.');
  if (side === 'before' && !entry.before)
    throw new AppError('invalid', 'There was no row before this entry.');
  const values = side === 'before' ? { ...entry.after, ...entry.before } : entry.after;
  const set = await parseRowUpdate(ctx, table, pickWritable(table.form, values));
  const { rows } = await setInRows(ctx, table, {
    ids: [id],
    set,
    action: 'restore',
    verb: 'restore version',
    version,
    missing: () => new AppError('notFound', 'This row is deleted. Restore it from the trash first.'),
  });
  return rows[0] as StoredRow;
}
