import type { Actor } from '../../../db/audited-rows.server.ts';
import { insertAndAudit } from '../../../db/audited-rows.server.ts';
import type { Tx } from '../../../db/client.server.ts';
import type { Table } from '../../../db/tables.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { readBody } from '../../../platform/http/http.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { requireActor } from '../../auth/guards.ts';
import { applyUpdates, assertAllowed } from '../../tables/actions.server.ts';
import { toAppError } from '../../tables/constraint-errors.server.ts';
import type { ImportReport, Value } from '../schema/table.ts';
import { ImportErrors } from './import-errors.ts';
import { type CsvTable, csvLimits, readCsv } from './parse-csv.server.ts';
import { type ImportPlan, type PlannedRow, planImport, validateRows } from './plan-import.server.ts';
import { lockTable, withSavepoint } from './store.server.ts';

/** Undoes the transaction on purpose. */
class RollBack extends Error {}

/**
 * Adds and changes rows as a CSV file says, all of them or none. Without `commit` everything is written and rolled back,
 * so that what only the database would reject is reported, too.
 * @throws AppError `forbidden`, `unsupportedType`, `tooLarge`, `invalid` for a file that cannot be read and, with `commit`,
 * for one in which a row is wrong
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
  try {
    await ctx.db.transaction().execute(async (tx) => {
      await ctx.tableHooks[table.name]?.lock?.(tx);
      plan = await planImport(tx, table, { file, errors });
      await writeRows({ ctx, tx, table, errors, author }, plan.rows);
      if (!commit || errors.count > 0) throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) throw await toAppError(ctx, table, error);
  }
  if (commit && errors.count > 0) throw errors.toError();
  const report = toReport(csv, plan, errors);
  if (commit) {
    const { creates, updates } = report;
    const line = { event: 'row-written', verb: 'import', table: table.name, userId: author.userId };
    ctx.log.info({ ...line, creates, updates }, 'admin write');
  }
  return report;
}

async function readFile(table: Table, request: Request): Promise<CsvTable> {
  if (!/^text\/csv\s*(;|$)/i.test(request.headers.get('Content-Type') ?? '')) {
    throw new AppError('unsupportedType', 'Please send a CSV file (Content-Type: text/csv).');
  }
  return readCsv(table, await readBody(request, csvLimits.bytes));
}

function toReport(csv: CsvTable, { rows, preview }: ImportPlan, errors: ImportErrors): ImportReport {
  const updates = rows.filter(({ stored }) => stored !== null).length;
  return {
    ...{ rows: csv.rows.length, creates: rows.length - updates, updates },
    ...{ unknownColumns: csv.unknownColumns, ignoredColumns: csv.ignoredColumns },
    ...{ errors: errors.first, errorCount: errors.count },
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

/** Writes each row in a savepoint of its own: those that the database rejects are reported by their lines. */
async function writeRows(work: Import, rows: readonly PlannedRow[]): Promise<void> {
  const { ctx, tx, table, errors } = work;
  if (table.hasSequenceId && rows.some(({ stored }) => !stored)) await lockTable(tx, table);
  for (const row of rows) {
    if (errors.isFull) return;
    const failure = await withSavepoint(tx, () => writeRow(work, row));
    if (failure === undefined) continue;
    const error = await toAppError({ db: tx, tables: ctx.tables }, table, failure);
    if (!(error instanceof AppError)) throw error;
    errors.add(row.line, error);
  }
}

async function writeRow({ ctx, tx, table, author }: Import, { stored, values }: PlannedRow) {
  if (stored) {
    const updates = [{ row: stored, set: values }];
    await applyUpdates(ctx, tx, table, { updates, action: 'import', author });
  } else {
    const id = table.hasSequenceId ? null : newId();
    await insertAndAudit(tx, table, { id, values, action: 'import', author });
  }
}
