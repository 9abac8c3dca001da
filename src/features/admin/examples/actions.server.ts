import type { Actor, StoredRow } from '../../../db/audited-rows.server.ts';
import type { Tx } from '../../../db/client.server.ts';
import { findTable, getColumn, getTable, parseRowId, type Table } from '../../../db/tables.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { RowId } from '../../../shared/forms/schema.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireActor } from '../../auth/guards.ts';
import { setInRows } from '../../tables/actions.server.ts';
import { toAppError } from '../../tables/constraint-errors.server.ts';
import { deleteLockedRows } from '../../tables/delete-rows.server.ts';
import { lockRows, withSavepoint } from '../../tables/store.server.ts';
import { maxIds } from '../calls/contract.server.ts';
import { restoreGroups } from '../trash/actions.server.ts';
import type { ExampleList, ExamplesClaimed, ExamplesRemoved, ExamplesRestored } from './contract.server.ts';
import {
  bookedHomes,
  countExamples,
  exampleIds,
  exampleIdsByTable,
  findRemoval,
  insertRemoval,
  markUndone,
  rowsInUse,
} from './store.server.ts';
import { type ExampleTable, exampleTables } from './tables.ts';

/** Lists the seed's rows that no host has saved. @throws AppError `unauthenticated`, `forbidden` */
export async function listExamples(ctx: Ctx): Promise<ExampleList> {
  requireActor(ctx);
  const tables = exampleTables.flatMap((name) => findTable(ctx.tables, name) ?? []);
  const rows = await exampleIdsByTable(ctx.db, tables);
  return {
    tables: exampleTables.flatMap((name) => {
      const { ids = [] } = rows.find((row) => row.table === name) ?? {};
      const title = findTable(ctx.tables, name)?.form.title ?? name;
      return ids.length > 0 ? [{ table: name, title, ids: ids.slice(0, maxIds) }] : [];
    }),
  };
}

/** Turns examples into the hosts' own rows without changes. @throws AppError `notFound`, `invalid` */
export async function claimExamples(
  ctx: Ctx,
  name: string,
  ids: readonly unknown[],
): Promise<ExamplesClaimed> {
  requireActor(ctx);
  const table = getTable(ctx.tables, name);
  if (!getColumn(table, 'is_example')) throw new AppError('invalid', 'This table has no examples.');
  const rowIds = ids.map((id) => parseRowId(table, String(id)));
  const { changed } = await setInRows(ctx, table, { ids: rowIds, set: {}, action: 'update', verb: 'keep' });
  return { changed };
}

interface Removal {
  ctx: Ctx;
  tx: Tx;
  author: Actor;
  homes: ReadonlySet<RowId>;
  retained: ExamplesRemoved['kept'];
}

/** Moves examples to the trash, except those that bookings need. @param names all tables by default */
export async function removeExamples(
  ctx: Ctx,
  names: readonly ExampleTable[] = exampleTables,
): Promise<ExamplesRemoved> {
  const author = requireActor(ctx);
  const id = newId();
  const all = exampleTables.flatMap((name) => findTable(ctx.tables, name) ?? []);
  const tables = all.filter(({ name }) => names.some((one) => one === name));
  const result = await ctx.db.transaction().execute(async (tx) => {
    const before = await countExamples(tx, all);
    const work: Removal = { ctx, tx, author, homes: await bookedHomes(tx), retained: [] };
    const groups: string[][] = [];
    for (const table of tables) groups.unshift(await removeFrom(work, table));
    await insertRemoval(tx, { id, groups: groups.filter((group) => group.length > 0), at: author.at });
    return { removed: before - (await countExamples(tx, all)), kept: work.retained };
  });
  ctx.log.info({ event: 'examples-removed', userId: author.userId, removed: result.removed }, 'admin write');
  return { ...result, undo: `/api/admin/examples/removals/${id}/undo` };
}

/** @returns ids in the trash */
async function removeFrom(work: Removal, table: Table): Promise<string[]> {
  const { ctx, tx, author, retained } = work;
  const ids = await exampleIds(tx, table);
  if (ids.length === 0) return [];
  const inUse = (await rowsInUse(tx)).get(table.name);
  const trashIds: string[] = [];
  const retain = (row: StoredRow, why: string) => retained.push({ table: table.name, id: row.id, why });
  for (const row of await lockRows(tx, table, ids)) {
    const why = findRetentionReason(work, table, row, inUse);
    if (why) {
      retain(row, why);
      continue;
    }
    const failure = await withSavepoint(tx, async () => {
      trashIds.push(...(await deleteLockedRows({ ctx, tx, author }, table, [row])).values());
    });
    if (failure === undefined) continue;
    const error = await toAppError({ db: tx, tables: ctx.tables }, table, failure, 'remove');
    if (!(error instanceof AppError)) throw error;
    retain(row, error.message);
  }
  return trashIds;
}

function findRetentionReason(
  { homes }: Removal,
  table: Table,
  row: StoredRow,
  inUse: ReadonlySet<RowId> | undefined,
): string {
  if (!table.form.verbs.delete) return 'Guests agree to it: write your own text instead.';
  const home = (table.name === 'properties' ? row.id : row.property_id) as RowId | null | undefined;
  if (home && homes.has(home)) return 'Bookings need this home.';
  if (!inUse?.has(row.id)) return '';
  return table.name === 'message_templates' ? 'A message rule sends it.' : 'A home uses it.';
}

/** Restores the examples that one call removed. @throws AppError `notFound`, `conflict` */
export async function undoRemoval(ctx: Ctx, id: string): Promise<ExamplesRestored> {
  const { at } = requireActor(ctx);
  const removal = isUuid(id) ? await findRemoval(ctx.db, id) : undefined;
  if (!removal) throw new AppError('notFound', 'There is no such removal.');
  const rows = await restoreGroups(ctx, removal.trash_groups, async (tx) => {
    if (!(await markUndone(tx, id, at))) throw new AppError('conflict', 'This has been undone already.');
  });
  return { restored: rows.length };
}
