import { type Actor, moveToTrash, type StoredRow, type TrashedRow } from '../../db/audited-rows.server.ts';
import type { Tx } from '../../db/client.server.ts';
import { findTable, getColumn, type Table } from '../../db/tables.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import type { FormValues, RowId } from '../../shared/forms/schema.ts';
import { newId } from '../../shared/uuid.server.ts';
import { requireActor } from '../auth/guards.ts';
import {
  applyUpdates,
  assertAllowed,
  changedFields,
  inTransaction,
  lockExisting,
  logWrite,
} from './actions.server.ts';
import { rowLabelText } from './row-label.server.ts';
import { lockRows, readCatalog, rowsReferencing } from './store.server.ts';

/** Rows of one table that lost their reference to a deleted row; stored with it in the trash. */
export interface ClearedReferences {
  table: string;
  column: string;
  ids: RowId[];
  /** Their other values, by id, which are restored with the reference. */
  before?: Record<string, Record<string, unknown>>;
  trashIds?: string[];
}

/**
 * Moves all rows to the trash or none, with the rows that cannot exist without them.
 * @returns ids in the trash, in order
 * @throws AppError `forbidden`, `notFound`, `conflict`
 */
export async function deleteRows(ctx: Ctx, table: Table, ids: readonly RowId[]): Promise<string[]> {
  const author = requireActor(ctx);
  assertAllowed(table, 'delete');
  const trashIds = await inTransaction(
    ctx,
    table,
    async (tx) => {
      const rows = await lockExisting(tx, table, ids);
      return trashRows({ ctx, tx, author, visited: new Set() }, table, rows);
    },
    'remove',
  );
  logWrite(ctx, 'delete', table, ids);
  return ids.map((id) => trashIds.get(id) ?? '');
}

/** Works like `deleteRows`, for locked rows in a transaction. @returns their ids in the trash, by their own ids */
export const deleteLockedRows = (
  { ctx, tx, author }: Omit<DeletionContext, 'visited'>,
  table: Table,
  rows: readonly StoredRow[],
): Promise<Map<RowId, string>> => trashRows({ ctx, tx, author, visited: new Set() }, table, rows);

interface DeletionContext {
  ctx: Ctx;
  tx: Tx;
  author: Actor;
  visited: Set<string>;
}

/** Puts locked rows in the trash, with what depends on them. @returns their ids there, by their own */
async function trashRows(
  work: DeletionContext,
  table: Table,
  rows: readonly StoredRow[],
): Promise<Map<RowId, string>> {
  const { ctx, tx, author, visited } = work;
  for (const row of rows) {
    ctx.tableHooks[table.name]?.beforeDelete?.(row);
    visited.add(`${table.name} ${row.id}`);
  }
  const cleared = await clearReferences(
    work,
    table,
    rows.map(({ id }) => id),
  );
  const discarded: TrashedRow[] = [];
  for (const row of rows)
    discarded.push({
      trashId: newId(),
      rowId: row.id,
      label: await rowLabelText(tx, ctx.tables, { table, row }),
      clearedReferences: cleared.get(row.id) ?? [],
    });
  await moveToTrash(tx, table, discarded, author);
  return new Map(discarded.map(({ rowId, trashId }) => [rowId, trashId]));
}

/** Takes the rows away from those that point to them. @returns which rows those were, by the id of the row they lose */
async function clearReferences(
  work: DeletionContext,
  table: Table,
  ids: readonly RowId[],
): Promise<Map<RowId, ClearedReferences[]>> {
  const { ctx, tx, author, visited } = work;
  const cleared = new Map<RowId, ClearedReferences[]>();
  for (const { table: name, column, onDelete } of (await readCatalog(tx, table)).referrers) {
    const other = findTable(ctx.tables, name);
    if (!other || (onDelete !== 'n' && onDelete !== 'c') || !getColumn(other, column)) continue;
    const pointing = await rowsReferencing(tx, other, column, ids);
    const referring = pointing.filter(({ id }) => !visited.has(`${name} ${id}`));
    if (referring.length === 0) continue;
    const rows = await lockRows(
      tx,
      other,
      referring.map(({ id }) => id),
    );
    const set = { [column]: null, ...ctx.tableHooks[name]?.whenCleared?.[column] };
    const trashIds = onDelete === 'c' ? await trashRows(work, other, rows) : undefined;
    if (!trashIds) {
      const updates = rows.map((row) => ({ row, set }));
      await applyUpdates(ctx, tx, other, { updates, action: 'update', author });
    }
    for (const [target, group] of Map.groupBy(referring, (row) => row.target)) {
      const lost: ClearedReferences = { table: name, column, ids: group.map(({ id }) => id) };
      if (trashIds) lost.trashIds = lost.ids.map((id) => trashIds.get(id) ?? '');
      else lost.before = valuesBefore(rows, lost, set);
      cleared.set(target, [...(cleared.get(target) ?? []), lost]);
    }
  }
  return cleared;
}

/** Returns the previous values, by row, of what is set along with a cleared reference, where they differ. */
function valuesBefore(
  rows: readonly StoredRow[],
  { column, ids }: ClearedReferences,
  { [column]: _, ...set }: FormValues,
): ClearedReferences['before'] {
  const pick = (row: StoredRow) =>
    Object.fromEntries(Object.keys(changedFields(row, set)).map((name) => [name, row[name]]));
  const lost = rows.filter(({ id }) => ids.includes(id)).map((row) => [row.id, pick(row)] as const);
  return Object.fromEntries(lost.filter(([, values]) => Object.keys(values).length > 0));
}
