import type { Tx } from '../../db/client.server.ts';
import type { Author } from '../../db/kept-rows.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { AppError } from '../../shared/errors.ts';
import type { Page } from '../../shared/paging.ts';
import { authorOf, requireAdmin } from '../accounts/guards.ts';
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
import { inWords, shapeOfTable } from './write-refusals.server.ts';
import { logWrite, requireVerb, setInRows } from './write-rows.server.ts';
import { isNumbered, lockRows } from './writes-store.server.ts';

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
 * Brings rows back, all of them or none, with the references that others lost to them and the rows that went along.
 * @returns the rows that were asked for
 * @throws AppError `notFound` when one is in the trash no more, `conflict` when its id or a unique value is taken by now
 */
export async function restoreRows(ctx: Ctx, trashIds: readonly string[]): Promise<Row[]> {
  const author = authorOf(ctx);
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
    throw place ? await inWords(ctx, place, error, 'restore') : error;
  }
}

/** A restoration under way. */
interface Restoration {
  ctx: Ctx;
  tx: Tx;
  author: Author;
  /** Says which table a refusal would be about: that is known only once the trash was read. */
  at(table: Table): void;
}

interface BroughtBack {
  trashId: string;
  table: Table;
  row: Row;
}

async function restoreAll(work: Restoration, trashIds: readonly string[]): Promise<BroughtBack[]> {
  const { ctx, tx } = work;
  const found = await lockTrash(tx, trashIds, ctx.now());
  if (found.length < trashIds.length) throw new AppError('notFound', 'It is not in the trash any more.');
  const goingAlong = new Set(
    found.flatMap(({ detached }) => detached.flatMap((lost) => lost.trashIds ?? [])),
  );
  const back: BroughtBack[] = [];
  for (const trashed of found.filter(({ id }) => !goingAlong.has(id))) {
    const table = tablesOf(ctx.tables).get(trashed.table_name);
    if (!table) throw new AppError('notFound', 'Its table is not there any more.');
    requireVerb(table, 'delete');
    back.push(...(await restoreRow(work, table, trashed)));
  }
  await forgetTrash(tx, trashIds);
  return back;
}

/** @returns the row, and after it those that had gone along with it */
async function restoreRow(work: Restoration, table: Table, trashed: Trashed): Promise<BroughtBack[]> {
  const { ctx, tx, author, at } = work;
  at(table);
  const { columns } = await shapeOfTable(tx, table);
  const row = await bringBack(tx, table, { row: trashed.row, columns, author });
  const back = [{ trashId: trashed.id, table, row }];
  for (const lost of trashed.detached) {
    const other = tablesOf(ctx.tables).get(lost.table);
    if (!other || !columnNamed(other, lost.column)) continue;
    at(other);
    if (lost.trashIds) {
      // What was restored or forgotten by itself meanwhile is no longer there.
      const along = await lockTrash(tx, lost.trashIds, author.at);
      for (const one of along) back.push(...(await restoreRow(work, other, one)));
      await forgetTrash(tx, lost.trashIds);
      continue;
    }
    const rows = await lockRows(tx, other, await unreferringRows(tx, other, lost));
    const valuesOf = ({ id }: Row) =>
      Object.entries(lost.before?.[id] ?? {}).filter(([name]) => columnNamed(other, name));
    for (const [values, alike] of Map.groupBy(rows, (one) => JSON.stringify(valuesOf(one)))) {
      const set = { [lost.column]: row.id, ...Object.fromEntries(JSON.parse(values)) };
      await setInRows(ctx, tx, other, { rows: alike, set, action: 'restore', author });
    }
  }
  return back;
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
