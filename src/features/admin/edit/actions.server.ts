import { type Actor, updateAndAudit } from '../../../db/audited-rows.server.ts';
import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { FormValues, Permissions } from '../../../shared/forms/schema.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { requireActor } from '../../auth/guards.ts';
import { getHooks } from '../schema/hooks.server.ts';
import type { HistoryAction, Row, RowId } from '../schema/table.ts';
import { noSuchRow, type Table } from '../schema/tables.server.ts';
import { readCatalog, toAppError } from './constraint-errors.server.ts';
import { addTogether } from './new-rows.server.ts';
import { parseNewRow, parseRowUpdate } from './parse-row.server.ts';
import { hasSequenceId, insertRow, lockRows } from './store.server.ts';

const actionLabels: Record<keyof Permissions, string> = {
  create: 'New rows cannot be added to',
  update: 'Rows cannot be changed in',
  delete: 'Rows cannot be deleted from',
};

/** @throws AppError `forbidden` where a table does not allow it */
export function assertAllowed(table: Table, verb: keyof Permissions): void {
  if (!table.form.verbs[verb]) {
    throw new AppError('forbidden', `${actionLabels[verb]} ${table.form.title} here.`);
  }
}

/** One line for each call that wrote: who, what and where; never a value. */
export function logWrite(ctx: Ctx, verb: string, table: Table, ids: readonly RowId[]): void {
  const which = ids.length === 1 ? { id: ids[0] } : { rows: ids.length, ids: ids.slice(0, 20) };
  ctx.log.info(
    { event: 'row-written', verb, table: table.name, userId: ctx.viewer?.id, ...which },
    'a host wrote',
  );
}

/** Two hosts who add to a numbered table at the same moment may be given the same number; one of them asks again. */
const attempts = 10;

/**
 * Adds a row with its entry in the history.
 * @throws AppError `forbidden`, `invalid` with `fields`, `conflict` where the table has no free number
 */
export async function createRow(ctx: Ctx, table: Table, input: unknown): Promise<Row> {
  const author = requireActor(ctx);
  assertAllowed(table, 'create');
  const values = await parseNewRow(table, input);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const row = hasSequenceId(table)
        ? await insertRow(ctx.pool, table, { id: null, values, author })
        : await addTogether(ctx.pool, table, { id: newId(), values, author });
      logWrite(ctx, 'create', table, [row.id]);
      return row;
    } catch (error) {
      if (attempt < attempts && isSameNumber(table, error)) continue;
      throw await toAppError(ctx, table, error);
    }
  }
}

const isSameNumber = (table: Table, error: unknown): boolean => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return hasSequenceId(table) && code === '23505' && constraint === `${table.name}_pkey`;
};

/** The row was changed since it was read. */
export interface VersionConflict {
  current: Row;
}

/**
 * Sets what was sent in a stored row; everything else keeps its value.
 * @param version the `_version` that was read, if the change may only follow on it
 * @returns the row, or the present one where it is in another version by now
 * @throws AppError `forbidden`, `notFound`, `invalid` with `fields`
 */
export async function updateRow(
  ctx: Ctx,
  table: Table,
  { id, input, version }: { id: RowId; input: unknown; version?: string },
): Promise<{ row: Row } | VersionConflict> {
  const author = requireActor(ctx);
  assertAllowed(table, 'update');
  const set = await parseRowUpdate(table, input);
  const outcome = await inTransaction(ctx, table, async (tx) => {
    await getHooks(table.name).waits?.(tx);
    const [row] = await lockRows(tx, table, [id]);
    if (!row) throw noSuchRow();
    if (version !== undefined && version !== row._version) return { current: row };
    const different = changedFields(row, set);
    const [after] = await applyUpdate(ctx, tx, table, {
      rows: [row],
      set: different,
      action: 'update',
      author,
    });
    return { row: after ?? row, isWritten: after !== undefined };
  });
  if ('current' in outcome) return outcome;
  if (outcome.isWritten) logWrite(ctx, 'update', table, [id]);
  return { row: outcome.row };
}

/** What of the values the row does not hold yet. */
export const changedFields = (row: Row, set: FormValues): FormValues =>
  Object.fromEntries(Object.entries(set).filter(([name, value]) => !isEqual(row[name], value)));

/** Whether a value says what the row holds already, as far as JSON can tell: moments come back without microseconds. */
function isEqual(stored: unknown, value: unknown): boolean {
  if (stored instanceof Date && typeof value === 'string')
    return stored.getTime() === new Date(value).getTime();
  return JSON.stringify(stored) === JSON.stringify(value);
}

/** Sets values in locked rows, as the table's hooks allow. @returns the rows that hold something else now */
export async function applyUpdate(
  ctx: Ctx,
  tx: Tx,
  table: Table,
  change: { rows: readonly Row[]; set: FormValues; action: HistoryAction; author: Actor },
): Promise<Row[]> {
  const { rows, set, action, author } = change;
  if (rows.length === 0 || Object.keys(set).length === 0) return [];
  const { changing, changed } = getHooks(table.name);
  await changing?.({ ctx, tx, rows, set });
  const hasUpdatedAt = (await readCatalog(tx, table)).columns.includes('updated_at');
  const ids = rows.map(({ id }) => id);
  const written = await updateAndAudit<Row>(tx, table, { ids, set, action, author, hasUpdatedAt });
  await changed?.({ ctx, tx, rows: written, set });
  return written;
}

/** Carries out writes in one transaction; what the database refuses is said in words. */
export async function inTransaction<T>(
  ctx: Ctx,
  table: Table,
  work: (tx: Tx) => Promise<T>,
  attempt: 'write' | 'remove' = 'write',
): Promise<T> {
  try {
    return await ctx.db.transaction().execute(work);
  } catch (error) {
    throw await toAppError(ctx, table, error, attempt);
  }
}

/** Every row that is meant, locked. @throws AppError `notFound` when one of them is gone */
export async function lockExisting(tx: Tx, table: Table, ids: readonly RowId[]): Promise<Row[]> {
  const rows = await lockRows(tx, table, ids);
  const gone = new Set(ids).size - rows.length;
  if (gone === 0) return rows;
  throw new AppError(
    'notFound',
    ids.length === 1 ? 'There is no such row.' : `${gone} of the rows no longer exist. Nothing was changed.`,
  );
}

/**
 * Sets the same values in many rows: in all of them or in none.
 * @returns how many hold something else now
 * @throws AppError `forbidden`, `notFound`, `invalid` with `fields`
 */
export async function updateRowsInBulk(
  ctx: Ctx,
  table: Table,
  { ids, input }: { ids: readonly RowId[]; input: unknown },
): Promise<number> {
  const author = requireActor(ctx);
  assertAllowed(table, 'update');
  const set = await parseRowUpdate(table, input);
  const written = await inTransaction(ctx, table, async (tx) => {
    await getHooks(table.name).waits?.(tx);
    const rows = await lockExisting(tx, table, ids);
    return applyUpdate(ctx, tx, table, { rows, set, action: 'update', author });
  });
  if (written.length > 0) {
    logWrite(
      ctx,
      'bulk update',
      table,
      written.map(({ id }) => id),
    );
  }
  return written.length;
}
