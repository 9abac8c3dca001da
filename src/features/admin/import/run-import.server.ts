import type { Actor } from '../../../db/audited-rows.server.ts';
import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { readBody } from '../../../platform/http/http.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { requireActor } from '../../auth/guards.ts';
import { assertAllowed, changedFields } from '../edit/actions.server.ts';
import { readCatalog, toAppError } from '../edit/constraint-errors.server.ts';
import { hasSequenceId } from '../edit/store.server.ts';
import { getHooks } from '../schema/hooks.server.ts';
import type { ImportReport, Row, Value } from '../schema/table.ts';
import { maxId, type Table } from '../schema/tables.server.ts';
import { ImportErrors } from './import-errors.ts';
import { type CsvTable, csvLimits, readCsv } from './parse-csv.server.ts';
import { type ImportPlan, type PlannedRow, planImport, validateRows } from './plan-import.server.ts';
import { insertRows, lockTable, unusedIds, updateEachRow, withSavepoint } from './store.server.ts';

/** What happened so far is to be undone. */
class RollBack extends Error {}

/**
 * Adds and changes rows as a CSV file says, all of them or none. Without `commit` everything is tried and nothing is kept,
 * so that what only the database would refuse is told, too.
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
  const findings = new ImportErrors();
  const file = await validateRows(table, { csv, findings });
  let plan: ImportPlan = { rows: [], preview: [] };
  try {
    await ctx.db.transaction().execute(async (tx) => {
      await getHooks(table.name).waits?.(tx);
      plan = await planImport(tx, table, { file, findings });
      await addRows({ ctx, tx, table, findings, author }, plan);
      await setRows({ ctx, tx, table, findings, author }, plan);
      if (!commit || findings.count > 0) throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) throw await toAppError(ctx, table, error);
  }
  if (commit && findings.count > 0) throw findings.refusal();
  const report = toReport(csv, plan, findings);
  if (commit) {
    const { creates, updates } = report;
    const told = { event: 'row-written', verb: 'import', table: table.name, userId: author.userId };
    ctx.log.info({ ...told, creates, updates }, 'a host wrote');
  }
  return report;
}

async function readFile(table: Table, request: Request): Promise<CsvTable> {
  if (!/^text\/csv\s*(;|$)/i.test(request.headers.get('Content-Type') ?? '')) {
    throw new AppError('unsupportedType', 'Please send a CSV file (Content-Type: text/csv).');
  }
  return readCsv(table, await readBody(request, csvLimits.bytes));
}

function toReport(csv: CsvTable, { rows, preview }: ImportPlan, findings: ImportErrors): ImportReport {
  const updates = rows.filter(({ stored }) => stored !== null).length;
  return {
    ...{ rows: csv.rows.length, creates: rows.length - updates, updates },
    ...{ unknownColumns: csv.unknownColumns, ignoredColumns: csv.ignoredColumns },
    ...{ errors: findings.first, errorCount: findings.count },
    preview: preview as Record<string, Value>[],
  };
}

/** What each part of an import works with. */
interface Import {
  ctx: Ctx;
  tx: Tx;
  table: Table;
  findings: ImportErrors;
  author: Actor;
}

async function addRows(work: Import, { rows }: ImportPlan): Promise<void> {
  const { tx, table, author } = work;
  const fresh = rows.filter(({ stored }) => stored === null);
  if (fresh.length === 0) return;
  if (hasSequenceId(table)) await lockTable(tx, table);
  const numbers = hasSequenceId(table) ? await unusedIds(tx, table, fresh.length) : [];
  const lines = new Map<FormValues, PlannedRow>();
  for (const [at, row] of fresh.entries()) {
    const id = hasSequenceId(table) ? numbers[at] : newId();
    if (id !== undefined) lines.set({ id, ...row.values }, row);
    else
      work.findings.add(row.line, new AppError('conflict', `There is no number up to ${maxId(table)} left`));
  }
  await inBatches(work, [...lines.keys()], lines, (part) => insertRows(tx, table, part, author));
}

async function setRows(work: Import, { rows }: ImportPlan): Promise<void> {
  const { ctx, tx, table, findings, author } = work;
  const { changing, changed } = getHooks(table.name);
  const lines = new Map<FormValues & { id: Row['id'] }, PlannedRow>();
  for (const row of rows) {
    const { stored, values: set, line } = row;
    const different = stored && changedFields(stored, set);
    if (!different || Object.keys(different).length === 0) continue;
    try {
      await changing?.({ ctx, tx, rows: [stored], set: different });
      lines.set({ id: stored.id, ...set }, row);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      findings.add(line, error);
    }
  }
  const hasUpdatedAt = (await readCatalog(tx, table)).columns.includes('updated_at');
  await inBatches(work, [...lines.keys()], lines, async (part) => {
    const written = await updateEachRow(tx, table, { rows: part, author, hasUpdatedAt });
    await changed?.({ ctx, tx, rows: written, set: part[0] ?? {} });
  });
}

/** Rows of one statement. */
const partRows = 500;

/** Writes in statements of many rows. Where the database refuses one, its halves are tried, until the wrong rows are found. */
async function inBatches<R extends FormValues>(
  work: Import,
  rows: R[],
  lines: Map<R, PlannedRow>,
  write: (part: R[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += partRows) {
    await tryPart(rows.slice(from, from + partRows));
  }

  async function tryPart(part: R[]): Promise<void> {
    if (part.length === 0 || work.findings.isLong) return;
    const error = await withSavepoint(work.tx, () => write(part));
    if (error === undefined) return;
    const refusal = await toAppError({ db: work.tx, tables: work.ctx.tables }, work.table, error);
    if (!(refusal instanceof AppError)) throw refusal;
    const [first] = part;
    if (part.length === 1 && first) {
      work.findings.add(lines.get(first)?.line ?? 0, refusal);
      return;
    }
    const half = Math.ceil(part.length / 2);
    await tryPart(part.slice(0, half));
    await tryPart(part.slice(half));
  }
}
