import type { Actor } from '../../../db/audited-rows.server.ts';
import type { Tx } from '../../../db/client.server.ts';
import { importAndAudit } from '../../../db/insert-rows.server.ts';
import type { Table } from '../../../db/tables.server.ts';
import type { Ctx, RowEffect } from '../../../platform/context.server.ts';
import { readBody } from '../../../platform/http/body.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { RowId } from '../../../shared/forms/schema.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { requireActor } from '../../auth/guards.ts';
import { applyUpdates, assertAllowed, savedFields } from '../../tables/actions.server.ts';
import { sequenceExhaustedError, toAppError } from '../../tables/constraint-errors.server.ts';
import { lockTable, unusedIds, withSavepoint } from '../../tables/store.server.ts';
import type { Value } from '../schema/table.ts';
import type { ImportReport } from './contract.server.ts';
import { ImportErrors } from './import-errors.server.ts';
import { type CsvTable, csvLimits, readCsv } from './parse-csv.server.ts';
import { type ImportPlan, type PlannedRow, planImport, validateRows } from './plan-import.server.ts';

class RollBack extends Error {}

/**
 * Writes all rows of a file or none. Without `commit` it rolls back, and reports what the database rejects.
 * @throws AppError `forbidden`, `unsupportedType`, `tooLarge`, `invalid`
 */
export async function importRows(
  ctx: Ctx,
  table: Table,
  { request, commit }: { request: Request; commit: boolean },
): Promise<ImportReport> {
  const author = requireActor(ctx);
  if (!table.form.verbs.create) assertAllowed(table, 'update');
  const csv = await readFile(table, request);
  const errors = new ImportErrors();
  const file = await validateRows(ctx, table, { csv, errors });
  let plan: ImportPlan = { rows: [], preview: [] };
  let effect: RowEffect = { lines: [], warnings: [] };
  try {
    await ctx.db.transaction().execute(async (tx) => {
      await ctx.tableHooks[table.name]?.lock?.(tx);
      plan = await planImport(tx, table, { file, errors });
      effect = await describePlan(ctx, tx, table, plan);
      await writeRows({ ctx, tx, table, errors, author }, plan.rows);
      if (!commit || errors.count > 0) throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) throw await toAppError(ctx, table, error);
  }
  if (commit && errors.count > 0) throw errors.toError();
  const report = { ...toReport(csv, plan, errors), effect };
  if (commit) {
    const { creates, updates } = report;
    const line = { event: 'row-written', verb: 'import', table: table.name, userId: author.userId };
    ctx.log.info({ ...line, creates, updates }, 'admin write');
  }
  return report;
}

async function describePlan(ctx: Ctx, tx: Tx, table: Table, { rows }: ImportPlan): Promise<RowEffect> {
  const changes = rows.map(({ stored, values }) => ({ row: stored, set: values }));
  return (
    (await ctx.tableHooks[table.name]?.describeChanges?.(ctx, tx, changes)) ?? { lines: [], warnings: [] }
  );
}

async function readFile(table: Table, request: Request): Promise<CsvTable> {
  if (!/^text\/csv\s*(;|$)/i.test(request.headers.get('Content-Type') ?? '')) {
    throw new AppError('unsupportedType', 'Please send a CSV file (Content-Type: text/csv).');
  }
  return readCsv(table, await readBody(request, csvLimits.bytes));
}

function toReport(
  csv: CsvTable,
  { rows, preview }: ImportPlan,
  errors: ImportErrors,
): Omit<ImportReport, 'effect'> {
  const updates = rows.filter(({ stored }) => stored !== null).length;
  return {
    rows: csv.rows.length,
    creates: rows.length - updates,
    updates,
    unknownColumns: csv.unknownColumns,
    ignoredColumns: csv.ignoredColumns,
    errors: errors.first,
    errorCount: errors.count,
    preview: preview as Record<string, Value>[],
  };
}

interface Import {
  ctx: Ctx;
  tx: Tx;
  table: Table;
  errors: ImportErrors;
  author: Actor;
}

/** Rows of one statement: planning it for each row would cost four times the row (decision 014). */
const batchSize = 500;

interface RowWrite extends PlannedRow {
  id: RowId;
}

/** Writes rows in batches; retries a rejected batch row by row, to report the wrong rows by line. */
async function writeRows(work: Import, rows: readonly PlannedRow[]): Promise<void> {
  const { ctx, tx, table, errors } = work;
  const writes = await assignIds(work, rows);
  for (let start = 0; start < writes.length; start += batchSize) {
    if (errors.isFull) return;
    const batch = writes.slice(start, start + batchSize);
    if ((await withSavepoint(tx, () => writeBatch(work, batch))) === undefined) continue;
    for (const row of batch) {
      if (errors.isFull) return;
      const failure = await withSavepoint(tx, () => writeBatch(work, [row]));
      if (failure === undefined) continue;
      const error = await toAppError({ db: tx, tables: ctx.tables }, table, failure);
      if (!(error instanceof AppError)) throw error;
      errors.add(row.line, error);
    }
  }
}

/** Gives new rows their ids; a numbered table may have too few. */
async function assignIds({ tx, table, errors }: Import, rows: readonly PlannedRow[]): Promise<RowWrite[]> {
  const count = rows.filter(({ stored }) => !stored).length;
  if (table.hasSequenceId && count > 0) await lockTable(tx, table);
  const numbers = table.hasSequenceId && count > 0 ? await unusedIds(tx, table, count) : [];
  return rows.flatMap((row) => {
    const id = row.stored?.id ?? (table.hasSequenceId ? numbers.shift() : newId());
    if (id === undefined) errors.add(row.line, sequenceExhaustedError(table));
    return id === undefined ? [] : [{ ...row, id }];
  });
}

async function writeBatch({ ctx, tx, table, author }: Import, rows: readonly RowWrite[]): Promise<void> {
  const added = rows.filter(({ stored }) => !stored).map(({ id, values }) => ({ ...values, id }));
  if (added.length > 0) await importAndAudit(tx, table, added, author);
  const updates = rows.flatMap(({ stored, values }) =>
    stored ? [{ row: stored, set: savedFields(stored, values) }] : [],
  );
  await applyUpdates(ctx, tx, table, { updates, action: 'import', author });
}
