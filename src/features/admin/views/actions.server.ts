import type { Tx } from '../../../db/client.server.ts';
import { getTable } from '../../../db/tables.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError, toFieldErrors } from '../../../shared/errors.ts';
import { parseForm } from '../../../shared/forms/parse-form.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireActor } from '../../auth/guards.ts';
import { maxQueryLength, type NewView, type SavedView, viewForm } from './contract.server.ts';
import {
  countViews,
  deleteView,
  insertView,
  isNameTaken,
  listTableViews,
  lockViews,
  updateView,
  viewById,
} from './store.server.ts';

const maxViews = 50;
/** @throws AppError `invalid` with `fields`, `notFound` for an unknown table */
function parseView(ctx: Ctx, input: unknown): NewView {
  const {
    table,
    name,
    query = '',
  } = parseForm<Partial<NewView> & Pick<NewView, 'table' | 'name'>>(viewForm, input);
  // Serialized again, so that what is stored is the search part of a URL and nothing else. That may make it longer.
  const serialized = new URLSearchParams(query).toString();
  if (serialized.length > maxQueryLength)
    throw toFieldErrors({ query: 'View has too many or too long conditions' });
  return { table: getTable(ctx.tables, table).name, name, query: serialized };
}

/** Lists a table's saved views, which all hosts share, by name. @throws AppError `notFound` */
export function listViews(ctx: Ctx, table: string): Promise<SavedView[]> {
  requireActor(ctx);
  return listTableViews(ctx.db, getTable(ctx.tables, table).name);
}

/** @throws AppError `invalid` with `fields`, `conflict` when the table has 50 views */
export async function saveView(ctx: Ctx, input: unknown): Promise<SavedView> {
  requireActor(ctx);
  const view = { id: newId(), ...parseView(ctx, input) };
  await withViewLock(ctx, view, async (tx) => {
    if ((await countViews(tx, view.table)) >= maxViews) {
      throw new AppError('conflict', `A table can have ${maxViews} views. Delete one that nobody needs.`);
    }
    await insertView(tx, view);
  });
  log(ctx, 'create view', view);
  return view;
}

/** @throws AppError `invalid` with `fields`, `notFound` */
export async function changeView(ctx: Ctx, id: string, input: unknown): Promise<SavedView> {
  requireActor(ctx);
  const stored = isUuid(id) ? await viewById(ctx.db, id) : undefined;
  if (!stored) throw noSuchView();
  const sent = isRecord(input) ? input : {};
  const view = { id, ...parseView(ctx, { ...stored, ...sent, table: stored.table }) };
  await withViewLock(ctx, view, async (tx) => {
    if (!(await updateView(tx, id, view))) throw noSuchView();
  });
  log(ctx, 'update view', view);
  return view;
}

/** @throws AppError `notFound` */
export async function removeView(ctx: Ctx, id: string): Promise<void> {
  requireActor(ctx);
  if (!isUuid(id) || !(await deleteView(ctx.db, id))) throw noSuchView();
  log(ctx, 'delete view', { id });
}

const noSuchView = () => new AppError('notFound', 'There is no such view.');

const log = (ctx: Ctx, verb: string, { id, table }: { id: string; table?: string }): void =>
  ctx.log.info({ event: 'view-written', verb, table, id, userId: ctx.viewer?.id }, 'admin write');

function withViewLock(ctx: Ctx, view: SavedView, work: (tx: Tx) => Promise<void>): Promise<void> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockViews(tx, view.table);
    if (await isNameTaken(tx, view)) throw toFieldErrors({ name: 'Name is already used by another view' });
    await work(tx);
  });
}
