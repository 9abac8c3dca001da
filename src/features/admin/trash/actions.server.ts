import type { Actor } from '../../../db/audited-rows.server.ts';
import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { requireActor, requireAdmin } from '../../auth/guards.ts';
import { applyUpdate, assertAllowed, logWrite } from '../edit/actions.server.ts';
import { readCatalog, toAppError } from '../edit/constraint-errors.server.ts';
import { hasSequenceId, lockRows } from '../edit/store.server.ts';
import type { Page } from '../list/pagination.ts';
import { getHooks } from '../schema/hooks.server.ts';
import type { Row, TrashPage } from '../schema/table.ts';
import { compileTables, getColumn, type Table } from '../schema/tables.server.ts';
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

/**
 * What lies in the trash, of one table or of all.
 * @throws AppError `notFound` for an unknown table
 */
export async function listTrash(ctx: Ctx, table: Table | undefined, page: Page): Promise<TrashPage> {
  requireAdmin(ctx);
  const known = compileTables(ctx.tables);
  const { rows, total } = await trashPage(ctx.db, {
    tables: table ? [table.name] : [...known.keys()],
    now: ctx.now(),
    ...{ limit: page.limit, offset: page.offset },
  });
  const data = rows.map((row) => {
    const of = known.get(row.table_name);
    return {
      ...{ trashId: row.id, table: row.table_name, label: row.label, deletedBy: row.deleted_by_email },
      rowId: of && hasSequenceId(of) ? Number(row.row_id) : row.row_id,
      deletedAt: row.deleted_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    };
  });
  return { data, total };
}

/**
 * Brings rows back, all of them or none, with the references that others lost to them and the rows that went along.
 * @returns the rows that were asked for
 * @throws AppError `notFound` when one is in the trash no more, `conflict` when its id or a unique value is taken by now
 */
export async function restoreRows(ctx: Ctx, trashIds: readonly string[]): Promise<Row[]> {
  const author = requireActor(ctx);
  const asked = new Set(trashIds);
  let place: Table | undefined;
  const at = (table: Table) => {
    place = table;
  };
  try {
    const back = await ctx.db.transaction().execute((tx) => restoreAll({ ctx, tx, author, at }, [...asked]));
    for (const [table, rows] of Map.groupBy(back, ({ table }) => table)) {
      logWrite(
        ctx,
        'restore',
        table,
        rows.map(({ row }) => row.id),
      );
    }
    return back.filter(({ trashId }) => asked.has(trashId)).map(({ row }) => row);
  } catch (error) {
    throw place ? await toAppError(ctx, place, error, 'restore') : error;
  }
}

/** A restoration under way. */
interface RestoreContext {
  ctx: Ctx;
  tx: Tx;
  author: Actor;
  /** Says which table a refusal would be about: that is known only once the trash was read. */
  at(table: Table): void;
}

interface RestoredRow {
  trashId: string;
  table: Table;
  row: Row;
}

async function restoreAll(work: RestoreContext, trashIds: readonly string[]): Promise<RestoredRow[]> {
  const { ctx, tx } = work;
  const found = await lockTrash(tx, trashIds, ctx.now());
  if (found.length < trashIds.length) throw new AppError('notFound', 'It is not in the trash any more.');
  const goingAlong = new Set(
    found.flatMap(({ cleared_references }) => cleared_references.flatMap((lost) => lost.trashIds ?? [])),
  );
  const back: RestoredRow[] = [];
  for (const trashed of found.filter(({ id }) => !goingAlong.has(id))) {
    const table = compileTables(ctx.tables).get(trashed.table_name);
    if (!table) throw new AppError('notFound', 'Its table is not there any more.');
    assertAllowed(table, 'delete');
    back.push(...(await restoreRow(work, table, trashed)));
  }
  await deleteTrashEntries(tx, trashIds);
  return back;
}

/** @returns the row, and after it those that had gone along with it */
async function restoreRow(work: RestoreContext, table: Table, trashed: Trashed): Promise<RestoredRow[]> {
  const { ctx, tx, author, at } = work;
  at(table);
  const { columns } = await readCatalog(tx, table);
  const row = await reinsertRow(tx, table, { row: trashed.row, columns, author });
  const back = [{ trashId: trashed.id, table, row }];
  for (const lost of trashed.cleared_references) {
    const other = compileTables(ctx.tables).get(lost.table);
    if (!other || !getColumn(other, lost.column)) continue;
    at(other);
    if (lost.trashIds) {
      // What was restored or forgotten by itself meanwhile is no longer there.
      const along = await lockTrash(tx, lost.trashIds, author.at);
      for (const one of along) back.push(...(await restoreRow(work, other, one)));
      await deleteTrashEntries(tx, lost.trashIds);
      continue;
    }
    const rows = await lockRows(tx, other, await rowsWithNullReference(tx, other, lost));
    const valuesOf = ({ id }: Row) =>
      Object.entries(lost.before?.[id] ?? {}).filter(([name]) => getColumn(other, name));
    for (const [values, alike] of Map.groupBy(rows, (one) => JSON.stringify(valuesOf(one)))) {
      const set = { [lost.column]: row.id, ...Object.fromEntries(JSON.parse(values)) };
      await applyUpdate(ctx, tx, other, { rows: alike, set, action: 'restore', author });
    }
  }
  return back;
}

const purgeBatchSize = 500;

/** Forgets what has been in the trash for 30 days, with its history and, through the table's hook, its files. */
export async function purgeExpiredTrash(ctx: Ctx): Promise<void> {
  for (;;) {
    const expired = await expiredTrash(ctx.db, ctx.now(), purgeBatchSize);
    if (expired.length === 0) return;
    await purgeTrash(
      ctx.db,
      expired.map(({ id }) => id),
    );
    for (const [table, rows] of Map.groupBy(expired, (row) => row.table_name)) {
      await getHooks(table).forgotten?.(
        ctx,
        rows.map((row) => row.row_id),
      );
    }
  }
}
