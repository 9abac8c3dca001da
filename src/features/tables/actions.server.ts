import { type Actor, type StoredRow, updateAndAudit } from '../../db/audited-rows.server.ts';
import type { Tx } from '../../db/client.server.ts';
import { insertAndAudit } from '../../db/insert-rows.server.ts';
import { noSuchRow, type Table } from '../../db/tables.server.ts';
import type { Ctx, RowEffect, RowUpdate } from '../../platform/context.server.ts';
import { AppError, ConflictError } from '../../shared/errors.ts';
import type { FormValues, Permissions, RowId } from '../../shared/forms/schema.ts';
import { newId } from '../../shared/uuid.server.ts';
import { requireActor } from '../auth/guards.ts';
import { type Operation, toAppError } from './constraint-errors.server.ts';
import { parseNewRow, parseRowUpdate } from './parse-row.server.ts';
import { lockRows, readRows } from './store.server.ts';

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

/** Logs who wrote what and where, one line a call; never a value. */
export function logWrite(ctx: Ctx, verb: string, table: Table, ids: readonly RowId[]): void {
  const which = ids.length === 1 ? { id: ids[0] } : { rows: ids.length, ids: ids.slice(0, 20) };
  ctx.log.info(
    { event: 'row-written', verb, table: table.name, userId: ctx.viewer?.id, ...which },
    'admin write',
  );
}

type Alongside = (tx: Tx) => Promise<unknown>;

/** Two concurrent additions to a numbered table may draw the same number; one of them retries. */
const maxAttempts = 10;

/** @throws AppError `forbidden`, `invalid` with `fields`, `conflict` where the table has no free number */
export async function createRow(
  ctx: Ctx,
  table: Table,
  input: unknown,
  alongside?: Alongside,
): Promise<StoredRow> {
  const author = requireActor(ctx);
  assertAllowed(table, 'create');
  const values = await parseNewRow(ctx, table, input);
  for (let attempt = 1; ; attempt += 1) {
    const added = { id: table.hasSequenceId ? null : newId(), values, author };
    try {
      // The row is added outside a transaction of ours: one round trip instead of three.
      const row = alongside
        ? await ctx.db.transaction().execute(async (tx) => {
            await alongside(tx);
            return insertAndAudit(tx, table, added);
          })
        : await insertAndAudit(ctx.pool, table, added);
      logWrite(ctx, 'create', table, [row.id]);
      return row;
    } catch (error) {
      if (attempt < maxAttempts && isSameNumber(table, error)) continue;
      throw await toAppError(ctx, table, error);
    }
  }
}

const isSameNumber = (table: Table, error: unknown): boolean => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return table.hasSequenceId && code === '23505' && constraint === `${table.name}_pkey`;
};

interface RowChange {
  id: RowId;
  input: unknown;
  /** The `_version` that was read, if the change may only follow on it. */
  version?: string;
  alongside?: Alongside;
}

/**
 * Sets only the fields in the request.
 * @throws AppError `forbidden`, `notFound`, `invalid` with `fields`; ConflictError if the row has another version
 */
export async function updateRow(
  ctx: Ctx,
  table: Table,
  { id, input, version, alongside }: RowChange,
): Promise<StoredRow> {
  assertMayUpdate(ctx, table);
  const set = await parseRowUpdate(ctx, table, input);
  const options = { version, alongside, action: 'update', verb: 'update' } as const;
  const [row] = (await setInRows(ctx, table, { ids: [id], set, ...options })).rows;
  return row as StoredRow;
}

/** Sets the same values in all of the rows or none. @returns how many hold something else now */
export async function updateRowsInBulk(
  ctx: Ctx,
  table: Table,
  { ids, input }: { ids: readonly RowId[]; input: unknown },
): Promise<number> {
  assertMayUpdate(ctx, table);
  const set = await parseRowUpdate(ctx, table, input);
  const { changed } = await setInRows(ctx, table, { ids, set, action: 'update', verb: 'bulk update' });
  return changed;
}

/**
 * Describes the effect of setting values in stored rows, or in a new row without `ids`.
 * @throws AppError `forbidden`, `notFound`, `invalid` with `fields`
 */
export async function describeChange(
  ctx: Ctx,
  table: Table,
  { ids, input }: { ids: readonly RowId[] | undefined; input: unknown },
): Promise<RowEffect> {
  requireActor(ctx);
  assertAllowed(table, ids ? 'update' : 'create');
  const set = await (ids ? parseRowUpdate(ctx, table, input) : parseNewRow(ctx, table, input));
  const rows = ids ? await readRows(ctx.db, table, ids) : [null];
  if (ids && rows.length < ids.length) throw noSuchRow();
  const changes = rows.map((row) => ({ row, set }));
  return (
    (await ctx.tableHooks[table.name]?.describeChanges?.(ctx, ctx.db, changes)) ?? { lines: [], warnings: [] }
  );
}

/** @throws AppError `unauthenticated`, `forbidden` */
export function assertMayUpdate(ctx: Ctx, table: Table): void {
  requireActor(ctx);
  assertAllowed(table, 'update');
}

interface SameChange {
  ids: readonly RowId[];
  set: FormValues;
  action: 'update' | 'restore';
  verb: string;
  version?: string;
  missing?: () => AppError;
  alongside?: Alongside;
}

/** Waits, locks, compares, sets and logs. @returns the rows, in the order of their ids, and how many were changed */
export async function setInRows(
  ctx: Ctx,
  table: Table,
  { ids, set, action, verb, version, missing, alongside }: SameChange,
): Promise<{ rows: StoredRow[]; changed: number }> {
  const author = requireActor(ctx);
  const { rows, written } = await inTransaction(ctx, table, async (tx) => {
    await ctx.tableHooks[table.name]?.lock?.(tx);
    const rows = await lockExisting(tx, table, ids, missing);
    const outdated = rows.find(({ _version }) => version !== undefined && _version !== version);
    if (outdated) throw new ConflictError('Somebody else has changed this row meanwhile.', outdated);
    const updates = rows.map((row) => ({ row, set: savedFields(row, set) }));
    const written = await applyUpdates(ctx, tx, table, { updates, action, author });
    await alongside?.(tx);
    return { rows, written: new Map(written.map((row) => [row.id, row])) };
  });
  if (written.size > 0) logWrite(ctx, verb, table, [...written.keys()]);
  return { rows: rows.map((row) => written.get(row.id) ?? row), changed: written.size };
}

/** Sets values in locked rows, as the table's hooks allow. @returns the rows that hold something else now */
export async function applyUpdates(
  ctx: Ctx,
  tx: Tx,
  table: Table,
  change: { updates: readonly RowUpdate[]; action: 'update' | 'restore' | 'import'; author: Actor },
): Promise<StoredRow[]> {
  const updates = change.updates
    .map(({ row, set }) => ({ row, set: changedFields(row, set) }))
    .filter(({ set }) => Object.keys(set).length > 0);
  if (updates.length === 0) return [];
  const hooks = ctx.tableHooks[table.name];
  await hooks?.beforeUpdate?.({ ctx, tx, updates });
  const remaining = updates.filter(({ set }) => Object.keys(set).length > 0);
  if (remaining.length === 0) return [];
  const written = await updateAndAudit(tx, table, { ...change, updates: remaining });
  await hooks?.afterUpdate?.({ ctx, tx, updates: remaining });
  return written;
}

/** A row that a host saves is no longer an example, even if nothing else changes. */
export const savedFields = (row: StoredRow, set: FormValues): FormValues =>
  row.is_example === true ? { ...set, is_example: false } : set;

export const changedFields = (row: StoredRow, set: FormValues): FormValues =>
  Object.fromEntries(Object.entries(set).filter(([name, value]) => !isEqual(row[name], value)));

/** Whether both values are the same in JSON, which has moments without microseconds. */
function isEqual(stored: unknown, value: unknown): boolean {
  if (stored instanceof Date && typeof value === 'string')
    return stored.getTime() === new Date(value).getTime();
  return JSON.stringify(stored) === JSON.stringify(value);
}

export async function inTransaction<T>(
  ctx: Ctx,
  table: Table,
  work: (tx: Tx) => Promise<T>,
  operation: Operation = 'write',
): Promise<T> {
  try {
    return await ctx.db.transaction().execute(work);
  } catch (error) {
    throw await toAppError(ctx, table, error, operation);
  }
}

/** All of the rows, locked. @throws AppError `notFound` when one of them is gone */
export async function lockExisting(
  tx: Tx,
  table: Table,
  ids: readonly RowId[],
  missing = noSuchRow,
): Promise<StoredRow[]> {
  const rows = await lockRows(tx, table, ids);
  const gone = new Set(ids).size - rows.length;
  if (gone === 0) return rows;
  if (ids.length === 1) throw missing();
  throw new AppError('notFound', `${gone} of the rows no longer exist. Nothing was changed.`);
}
