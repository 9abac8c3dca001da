import type { Db } from '../../db/client.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { AppError } from '../../shared/errors.ts';
import type { Page } from '../../shared/paging.ts';
import { requireAdmin } from '../accounts/guards.ts';
import type { Row, TrashPage } from './table.ts';
import { hooksOf } from './table-hooks.server.ts';
import { columnNamed, type Table, tablesOf } from './tables.server.ts';
import {
  bringBack,
  expiredTrash,
  forgetForGood,
  forgetTrash,
  lockTrash,
  type Trashed,
  trashPage,
  unreferringRows,
} from './trash-store.server.ts';
import { shapeOfTable } from './write-refusals.server.ts';
import { authorOf, logWrite, requireVerb, setInRows, writing } from './write-rows.server.ts';
import { type Author, isNumbered, lockRows } from './writes-store.server.ts';

/**
 * What lies in the trash, of one table or of all.
 * @throws AppError `notFound` for an unknown table
 */
export async function listTrash(ctx: Ctx, table: Table | undefined, page: Page): Promise<TrashPage> {
  requireAdmin(ctx);
  const known = tablesOf(ctx.tables);
  const { rows, total } = await trashPage(ctx.db, {
    tables: table ? [table.name] : [...known.keys()],
    now: ctx.now(),
    ...{ limit: page.limit, offset: page.offset },
  });
  const data = rows.map((row) => {
    const of = known.get(row.table_name);
    return {
      ...{ trashId: row.id, table: row.table_name, label: row.label, deletedBy: row.deleted_by_email },
      rowId: of && isNumbered(of) ? Number(row.row_id) : row.row_id,
      deletedAt: row.deleted_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    };
  });
  return { data, total };
}

/**
 * Brings rows back, all of them or none, with the references that others lost to them.
 * @throws AppError `notFound` when one is in the trash no more, `conflict` when its id or a unique value is taken by now
 */
export async function restoreRows(ctx: Ctx, trashIds: readonly string[]): Promise<Row[]> {
  const author = authorOf(ctx);
  let place: Table | undefined;
  const work = async (tx: Db): Promise<{ table: Table; row: Row }[]> => {
    const found = await lockTrash(tx, trashIds, ctx.now());
    if (found.length < new Set(trashIds).size) {
      throw new AppError('notFound', 'It is not in the trash any more.');
    }
    const back: { table: Table; row: Row }[] = [];
    for (const trashed of found) {
      const table = tablesOf(ctx.tables).get(trashed.table_name);
      if (!table) throw new AppError('notFound', 'Its table is not there any more.');
      requireVerb(table, 'delete');
      place = table;
      back.push({ table, row: await restoreRow(ctx, tx, table, { trashed, author }) });
    }
    await forgetTrash(tx, trashIds);
    return back;
  };
  const back = await inPlaceOf(ctx, () => place, work);
  for (const [table, rows] of Map.groupBy(back, ({ table }) => table)) {
    logWrite(
      ctx,
      'restore',
      table,
      rows.map(({ row }) => row.id),
    );
  }
  return back.map(({ row }) => row);
}

/** Which table a refusal is about is known only once the trash was read. */
async function inPlaceOf<T>(
  ctx: Ctx,
  place: () => Table | undefined,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  try {
    return await ctx.db.transaction().execute(work);
  } catch (error) {
    const table = place();
    if (!table) throw error;
    return writing(ctx, table, () => Promise.reject(error), 'restore');
  }
}

async function restoreRow(
  ctx: Ctx,
  tx: Db,
  table: Table,
  { trashed, author }: { trashed: Trashed; author: Author },
): Promise<Row> {
  const { columns } = await shapeOfTable(tx, table);
  const row = await bringBack(tx, table, { row: trashed.row, columns, author });
  for (const lost of trashed.detached) {
    const other = tablesOf(ctx.tables).get(lost.table);
    if (!other || !columnNamed(other, lost.column)) continue;
    if (lost.trashIds) {
      // What was restored or forgotten by itself meanwhile is no longer there.
      const along = await lockTrash(tx, lost.trashIds, author.at);
      for (const one of along) await restoreRow(ctx, tx, other, { trashed: one, author });
      await forgetTrash(tx, lost.trashIds);
      continue;
    }
    const rows = await lockRows(tx, other, await unreferringRows(tx, other, lost));
    await setInRows(ctx, tx, other, { rows, set: { [lost.column]: row.id }, action: 'restore', author });
  }
  return row;
}

const sweptAtOnce = 500;

/** Forgets what has been in the trash for 30 days, with its history and, through the table's hook, its files. */
export async function sweepTrash(ctx: Ctx): Promise<void> {
  for (;;) {
    const expired = await expiredTrash(ctx.db, ctx.now(), sweptAtOnce);
    if (expired.length === 0) return;
    await forgetForGood(
      ctx.db,
      expired.map(({ id }) => id),
    );
    for (const [table, rows] of Map.groupBy(expired, (row) => row.table_name)) {
      await hooksOf(table).forgotten?.(
        ctx,
        rows.map((row) => row.row_id),
      );
    }
  }
}
