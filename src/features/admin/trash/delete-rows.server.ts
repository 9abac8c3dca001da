import { type Actor, moveToTrash } from '../../../db/audited-rows.server.ts';
import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { requireActor } from '../../auth/guards.ts';
import {
  applyUpdate,
  assertAllowed,
  changedFields,
  inTransaction,
  lockExisting,
  logWrite,
} from '../edit/actions.server.ts';
import { readCatalog } from '../edit/constraint-errors.server.ts';
import { lockRows } from '../edit/store.server.ts';
import { getHooks } from '../schema/hooks.server.ts';
import type { Row, RowId } from '../schema/table.ts';
import { compileTables, getColumn, type Table } from '../schema/tables.server.ts';
import { type ClearedReferences, rowsReferencing } from './store.server.ts';

/**
 * Deletes rows, all of them or none; they lie in the trash for 30 days. Rows of other tables that pointed to them and may
 * do without lose the reference; those that may not go along. Both get it back when the row comes back.
 * @returns the names of the rows in the trash, in the order of the ids
 * @throws AppError `forbidden`, `notFound`, `conflict` when one is still used elsewhere
 */
export async function deleteRows(ctx: Ctx, table: Table, ids: readonly RowId[]): Promise<string[]> {
  const author = requireActor(ctx);
  assertAllowed(table, 'delete');
  const trashIds = await inTransaction(
    ctx,
    table,
    async (tx) => {
      const rows = await lockExisting(tx, table, ids);
      return trashRows({ ctx, tx, author, gone: new Set() }, table, rows);
    },
    'remove',
  );
  logWrite(ctx, 'delete', table, ids);
  return ids.map((id) => trashIds.get(id) ?? '');
}

/** A deletion under way. */
interface DeletionContext {
  ctx: Ctx;
  tx: Tx;
  author: Actor;
  /** Rows that are on their way to the trash already. */
  gone: Set<string>;
}

/** Puts locked rows in the trash, with what hangs on them. @returns their names there, by their ids */
async function trashRows(
  work: DeletionContext,
  table: Table,
  rows: readonly Row[],
): Promise<Map<RowId, string>> {
  const { tx, author, gone } = work;
  for (const { id } of rows) gone.add(`${table.name} ${id}`);
  const ids = rows.map(({ id }) => id);
  const clearedReferences = await clearReferences(work, table, ids);
  const discarded = rows.map((row) => ({
    ...{
      trashId: newId(),
      rowId: row.id,
      label: rowLabelText(table, row),
      clearedReferences: clearedReferences.get(row.id) ?? [],
    },
  }));
  await moveToTrash(tx, table, discarded, author);
  return new Map(discarded.map(({ rowId, trashId }) => [rowId, trashId]));
}

const labelMaxLength = 200;

const rowLabelText = (table: Table, row: Row): string =>
  [...String(row[table.form.label] ?? row.id)].slice(0, labelMaxLength).join('');

/** Takes the rows away from those that point to them. @returns which rows those were, by the id of the row they lose */
async function clearReferences(
  work: DeletionContext,
  table: Table,
  ids: readonly RowId[],
): Promise<Map<RowId, ClearedReferences[]>> {
  const { ctx, tx, author, gone } = work;
  const found = new Map<RowId, ClearedReferences[]>();
  for (const { table: name, column, onDelete } of (await readCatalog(tx, table)).referrers) {
    const other = compileTables(ctx.tables).get(name);
    if (!other || (onDelete !== 'n' && onDelete !== 'c') || !getColumn(other, column)) continue;
    const pointing = await rowsReferencing(tx, other, column, ids);
    const referring = pointing.filter(({ id }) => !gone.has(`${name} ${id}`));
    if (referring.length === 0) continue;
    const rows = await lockRows(
      tx,
      other,
      referring.map(({ id }) => id),
    );
    const along = onDelete === 'c' ? await trashRows(work, other, rows) : undefined;
    const set = { [column]: null, ...getHooks(name).losing?.[column] };
    if (!along) await applyUpdate(ctx, tx, other, { rows, set, action: 'update', author });
    for (const [target, group] of Map.groupBy(referring, (row) => row.target)) {
      const lost: ClearedReferences = { table: name, column, ids: group.map(({ id }) => id) };
      if (along) lost.trashIds = lost.ids.map((id) => along.get(id) ?? '');
      else lost.before = valuesBefore(rows, lost, set);
      found.set(target, [...(found.get(target) ?? []), lost]);
    }
  }
  return found;
}

/** What the rows that lose a reference held of the values set along with it, where that was something else. */
function valuesBefore(
  rows: readonly Row[],
  { column, ids }: ClearedReferences,
  { [column]: _, ...set }: FormValues,
): ClearedReferences['before'] {
  const pick = (row: Row) =>
    Object.fromEntries(Object.keys(changedFields(row, set)).map((name) => [name, row[name]]));
  const lost = rows.filter(({ id }) => ids.includes(id)).map((row) => [row.id, pick(row)] as const);
  return Object.fromEntries(lost.filter(([, values]) => Object.keys(values).length > 0));
}
