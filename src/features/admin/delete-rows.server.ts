import type { Tx } from '../../db/client.server.ts';
import { type Author, discardRows } from '../../db/kept-rows.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import type { FormValues } from '../../shared/forms/schema.ts';
import { newId } from '../../shared/ids.server.ts';
import { authorOf } from '../accounts/guards.ts';
import type { Row, RowId } from './table.ts';
import { hooksOf } from './table-hooks.server.ts';
import { columnNamed, type Table, tablesOf } from './tables.server.ts';
import { type Detached, referringRows } from './trash-store.server.ts';
import { shapeOfTable } from './write-refusals.server.ts';
import {
  differenceFrom,
  logWrite,
  requireRows,
  requireVerb,
  setInRows,
  writing,
} from './write-rows.server.ts';
import { lockRows } from './writes-store.server.ts';

/**
 * Deletes rows, all of them or none; they lie in the trash for 30 days. Rows of other tables that pointed to them and may
 * do without lose the reference; those that may not go along. Both get it back when the row comes back.
 * @returns the names of the rows in the trash, in the order of the ids
 * @throws AppError `forbidden`, `notFound`, `conflict` when one is still used elsewhere
 */
export async function deleteRows(ctx: Ctx, table: Table, ids: readonly RowId[]): Promise<string[]> {
  const author = authorOf(ctx);
  requireVerb(table, 'delete');
  const trashIds = await writing(
    ctx,
    table,
    async (tx) => {
      const rows = await requireRows(tx, table, ids);
      return discard({ ctx, tx, author, gone: new Set() }, table, rows);
    },
    'remove',
  );
  logWrite(ctx, 'delete', table, ids);
  return ids.map((id) => trashIds.get(id) ?? '');
}

/** A deletion under way. */
interface Deletion {
  ctx: Ctx;
  tx: Tx;
  author: Author;
  /** Rows that are on their way to the trash already. */
  gone: Set<string>;
}

/** Puts locked rows in the trash, with what hangs on them. @returns their names there, by their ids */
async function discard(work: Deletion, table: Table, rows: readonly Row[]): Promise<Map<RowId, string>> {
  const { tx, author, gone } = work;
  for (const { id } of rows) gone.add(`${table.name} ${id}`);
  const ids = rows.map(({ id }) => id);
  const detached = await detach(work, table, ids);
  const discarded = rows.map((row) => ({
    ...{ trashId: newId(), rowId: row.id, label: labelOf(table, row), detached: detached.get(row.id) ?? [] },
  }));
  await discardRows(tx, table, discarded, author);
  return new Map(discarded.map(({ rowId, trashId }) => [rowId, trashId]));
}

const labelMaxLength = 200;

const labelOf = (table: Table, row: Row): string =>
  [...String(row[table.form.label] ?? row.id)].slice(0, labelMaxLength).join('');

/** Takes the rows away from those that point to them. @returns which rows those were, by the id of the row they lose */
async function detach(work: Deletion, table: Table, ids: readonly RowId[]): Promise<Map<RowId, Detached[]>> {
  const { ctx, tx, author, gone } = work;
  const found = new Map<RowId, Detached[]>();
  for (const { table: name, column, onDelete } of (await shapeOfTable(tx, table)).referrers) {
    const other = tablesOf(ctx.tables).get(name);
    if (!other || (onDelete !== 'n' && onDelete !== 'c') || !columnNamed(other, column)) continue;
    const pointing = await referringRows(tx, other, column, ids);
    const referring = pointing.filter(({ id }) => !gone.has(`${name} ${id}`));
    if (referring.length === 0) continue;
    const rows = await lockRows(
      tx,
      other,
      referring.map(({ id }) => id),
    );
    const along = onDelete === 'c' ? await discard(work, other, rows) : undefined;
    const set = { [column]: null, ...hooksOf(name).losing?.[column] };
    if (!along) await setInRows(ctx, tx, other, { rows, set, action: 'update', author });
    for (const [target, group] of Map.groupBy(referring, (row) => row.target)) {
      const lost: Detached = { table: name, column, ids: group.map(({ id }) => id) };
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
  { column, ids }: Detached,
  { [column]: _, ...set }: FormValues,
): Detached['before'] {
  const pick = (row: Row) =>
    Object.fromEntries(Object.keys(differenceFrom(row, set)).map((name) => [name, row[name]]));
  const lost = rows.filter(({ id }) => ids.includes(id)).map((row) => [row.id, pick(row)] as const);
  return Object.fromEntries(lost.filter(([, values]) => Object.keys(values).length > 0));
}
