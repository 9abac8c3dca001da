import type { Actor, StoredRow } from '../../../db/audited-rows.server.ts';
import type { Tx } from '../../../db/client.server.ts';
import { findTable, getColumn, type Table } from '../../../db/tables.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { requireActor, requireAdmin } from '../../auth/guards.ts';
import { applyUpdates, assertAllowed, logWrite } from '../../tables/actions.server.ts';
import { toAppError } from '../../tables/constraint-errors.server.ts';
import { lockRows, readCatalog } from '../../tables/store.server.ts';
import type { Page } from '../query/pagination.ts';
import type { TrashPage } from './contract.server.ts';
import {
  deleteTrashEntries,
  expiredTrash,
  lockTrash,
  purgeTrash,
  reinsertRow,
  rowsWithNullReference,
  type Trashed,
  trashPage,
} from './store.server.ts';

export async function listTrash(ctx: Ctx, table: Table | undefined, page: Page): Promise<TrashPage> {
  requireAdmin(ctx);
  const { rows, total } = await trashPage(ctx.db, {
    tables: table ? [table.name] : ctx.tables.map(({ name }) => name),
    now: ctx.now(),
    limit: page.limit,
    offset: page.offset,
  });
  const data = rows.map((row) => ({
    ...row,
    label: row.label || row.rowId,
    rowId: findTable(ctx.tables, row.table)?.hasSequenceId ? Number(row.rowId) : row.rowId,
    deletedAt: row.deletedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
  return { data, total };
}

/**
 * Restores all entries or none, with the rows that were deleted along.
 * @throws AppError `notFound` if one is gone, `conflict` if its id or a unique value is taken
 */
export const restoreRows = (ctx: Ctx, trashIds: readonly string[]): Promise<StoredRow[]> =>
  restoreGroups(ctx, [trashIds]);

/** Works like `restoreRows`, one group after another, and runs `alongside` in the same transaction. */
export async function restoreGroups(
  ctx: Ctx,
  groups: readonly (readonly string[])[],
  alongside: (tx: Tx) => Promise<void> = async () => {},
): Promise<StoredRow[]> {
  const author = requireActor(ctx);
  const requested = new Set(groups.flat());
  let current: Table | undefined;
  const onTable = (table: Table) => {
    current = table;
  };
  try {
    const restored = await ctx.db.transaction().execute(async (tx) => {
      await alongside(tx);
      const rows: RestoredRow[] = [];
      for (const group of groups)
        rows.push(...(await restoreAll({ ctx, tx, author, onTable }, [...new Set(group)])));
      return rows;
    });
    for (const [table, rows] of Map.groupBy(restored, ({ table }) => table)) {
      logWrite(
        ctx,
        'restore',
        table,
        rows.map(({ row }) => row.id),
      );
    }
    return restored.filter(({ trashId }) => requested.has(trashId)).map(({ row }) => row);
  } catch (error) {
    throw current ? await toAppError(ctx, current, error, 'restore') : error;
  }
}

interface RestoreContext {
  ctx: Ctx;
  tx: Tx;
  author: Actor;
  /** Names the table that an error would be about: known only once the trash was read. */
  onTable(table: Table): void;
}

interface RestoredRow {
  trashId: string;
  table: Table;
  row: StoredRow;
}

async function restoreAll(work: RestoreContext, trashIds: readonly string[]): Promise<RestoredRow[]> {
  const { ctx, tx } = work;
  const entries = await lockTrash(tx, trashIds, ctx.now());
  if (entries.length < trashIds.length)
    throw new AppError('notFound', 'This item is no longer in the trash.');
  const goingAlong = new Set(
    entries.flatMap(({ cleared_references }) => cleared_references.flatMap((lost) => lost.trashIds ?? [])),
  );
  const restored: RestoredRow[] = [];
  for (const trashed of entries.filter(({ id }) => !goingAlong.has(id))) {
    const table = findTable(ctx.tables, trashed.table_name);
    if (!table) throw new AppError('notFound', 'Its table is not there any more.');
    assertAllowed(table, 'delete');
    restored.push(...(await restoreRow(work, table, trashed)));
  }
  await deleteTrashEntries(tx, trashIds);
  return restored;
}

/** @returns the row, and after it those that had gone along with it */
async function restoreRow(work: RestoreContext, table: Table, trashed: Trashed): Promise<RestoredRow[]> {
  const { ctx, tx, author, onTable } = work;
  onTable(table);
  const { columns } = await readCatalog(tx, table);
  const row = await reinsertRow(tx, table, { row: trashed.row, columns, author });
  const restored = [{ trashId: trashed.id, table, row }];
  for (const lost of trashed.cleared_references) {
    const other = findTable(ctx.tables, lost.table);
    if (!other || !getColumn(other, lost.column)) continue;
    onTable(other);
    if (lost.trashIds) {
      // Entries that were restored or purged in the meantime no longer exist.
      const along = await lockTrash(tx, lost.trashIds, author.at);
      for (const one of along) restored.push(...(await restoreRow(work, other, one)));
      await deleteTrashEntries(tx, lost.trashIds);
      continue;
    }
    const rows = await lockRows(tx, other, await rowsWithNullReference(tx, other, lost));
    const updates = rows.map((referring) => {
      const before = Object.entries(lost.before?.[referring.id] ?? {});
      const existing = before.filter(([name]) => getColumn(other, name));
      return { row: referring, set: { [lost.column]: row.id, ...Object.fromEntries(existing) } };
    });
    await applyUpdates(ctx, tx, other, { updates, action: 'restore', author });
  }
  return restored;
}

const purgeBatchSize = 500;
/** Entries that are left after this time wait for the next run. */
const maxPurgeMs = 30_000;

/** Deletes for good what has been in the trash for 30 days, with its history and, through the table's hook, its files. */
export async function purgeExpiredTrash(ctx: Ctx): Promise<void> {
  const endsAt = performance.now() + maxPurgeMs;
  while (performance.now() < endsAt) {
    const expired = await expiredTrash(ctx.db, ctx.now(), purgeBatchSize);
    if (expired.length === 0) return;
    await purgeTrash(
      ctx.db,
      expired.map(({ id }) => id),
    );
    for (const [table, rows] of Map.groupBy(expired, (row) => row.table_name)) {
      await ctx.tableHooks[table]?.afterPurge?.(
        ctx,
        rows.map((row) => row.row_id),
      );
    }
  }
}
