import type { Db } from '../../db/client.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { AppError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.server.ts';
import type { Row, RowId } from './table.ts';
import { columnNamed, type Table, tablesOf } from './tables.server.ts';
import { type Detached, discardRows, referringRows } from './trash-store.server.ts';
import { shapeOfTable } from './write-refusals.server.ts';
import { authorOf, logWrite, requireRows, requireVerb, setInRows, writing } from './write-rows.server.ts';
import { type Author, lockRows } from './writes-store.server.ts';

/** A deleted row can be had back this long. */
const keptMs = 30 * 24 * 60 * 60_000;

/**
 * Deletes rows, all of them or none; they lie in the trash for 30 days. Rows of other tables that pointed to them and may
 * do without lose the reference, and get it back when the row comes back.
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
      const detached = await detach(ctx, tx, table, { ids, author });
      const discarded = rows.map((row) => ({
        ...{
          trashId: newId(),
          rowId: row.id,
          label: labelOf(table, row),
          detached: detached.get(row.id) ?? [],
        },
      }));
      const expiresAt = new Date(author.at.getTime() + keptMs);
      await discardRows(tx, table, { discarded, author, expiresAt });
      return new Map(discarded.map(({ rowId, trashId }) => [rowId, trashId]));
    },
    'remove',
  );
  logWrite(ctx, 'delete', table, ids);
  return ids.map((id) => trashIds.get(id) ?? '');
}

const labelMaxLength = 200;

const labelOf = (table: Table, row: Row): string =>
  [...String(row[table.form.label] ?? row.id)].slice(0, labelMaxLength).join('');

/** Takes the reference from the rows that would lose it. @returns which rows those were, by the id of the row they lose */
async function detach(
  ctx: Ctx,
  tx: Db,
  table: Table,
  { ids, author }: { ids: readonly RowId[]; author: Author },
): Promise<Map<RowId, Detached[]>> {
  const found = new Map<RowId, Detached[]>();
  for (const { table: name, column, onDelete } of (await shapeOfTable(tx, table)).referrers) {
    const other = tablesOf(ctx.tables).get(name);
    if (!other || (onDelete !== 'n' && onDelete !== 'c') || !columnNamed(other, column)) continue;
    const referring = await referringRows(tx, other, column, ids);
    if (referring.length === 0) continue;
    if (onDelete === 'c') {
      throw new AppError('conflict', `It is still used in ${other.form.title}, so it cannot be deleted.`);
    }
    const rows = await lockRows(
      tx,
      other,
      referring.map(({ id }) => id),
    );
    await setInRows(ctx, tx, other, { rows, set: { [column]: null }, action: 'update', author });
    for (const [target, group] of Map.groupBy(referring, (row) => row.target)) {
      const lost = { table: name, column, ids: group.map(({ id }) => id) };
      found.set(target, [...(found.get(target) ?? []), lost]);
    }
  }
  return found;
}
