import { type Actor, moveToTrash } from '../../../db/audited-rows.server.ts';
import type { Tx } from '../../../db/client.server.ts';
import { insertAndAudit } from '../../../db/insert-rows.server.ts';
import { getTable } from '../../../db/tables.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { addDays, listNights } from '../../../shared/nights.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireActor, requireAdmin } from '../../auth/guards.ts';
import { lockProperties } from '../../bookings/calendar/store.server.ts';
import { logWrite } from '../../tables/actions.server.ts';
import type { RateChange, RateEffect } from './contract.server.ts';
import { loadEffect, loadProperties, type PropertyCalendarRules } from './load-effect.server.ts';
import { ratesForChange } from './rate-change.ts';
import { insertChange, markUndone, ratesState, readChange, sameChange } from './store.server.ts';

const ratesTable = (ctx: Ctx) => getTable(ctx.tables, 'rates');

export async function previewRateChange(ctx: Ctx, change: RateChange): Promise<RateEffect> {
  requireAdmin(ctx);
  return loadEffect(ctx, ctx.db, change, await loadProperties(ctx, ctx.db, change));
}

const undoPath = (id: string): string => `/api/admin/rates/changes/${id}/undo`;

/** The largest that the form of a rate takes; above it only a newer rate wins. */
const maxPriority = 1_000_000;

/**
 * @returns the effect; an equal change that is in force is not made again
 * @throws AppError `unauthenticated`, `forbidden`, `notFound`
 */
export async function changeRates(ctx: Ctx, change: RateChange): Promise<RateEffect & { undo: string }> {
  const author = requireActor(ctx);
  const made = await ctx.db.transaction().execute(async (tx) => {
    await lockProperties(tx, change.properties);
    const state = await ratesState(tx, change);
    const same = await sameChange(tx, change);
    if (same && same.rates_hash === state.hash)
      return { id: same.id, effect: same.effect as RateEffect, rateIds: [] };
    const properties = await loadProperties(ctx, tx, change);
    const effect = await loadEffect(ctx, tx, change, properties);
    // The newer of two rates with one priority wins, even when the clocks of the processes differ.
    const at = new Date(Math.max(author.at.getTime(), (state.newest?.getTime() ?? 0) + 1));
    const rateIds: string[] = [];
    for (const rules of properties) {
      const highest = state.priorities.get(rules.property.id) ?? -1;
      const priority = highest >= maxPriority ? highest : highest + 1;
      rateIds.push(...(await addRates(ctx, tx, { change, rules, priority, author: { ...author, at } })));
    }
    const id = newId();
    const { hash } = await ratesState(tx, change);
    await insertChange(tx, { id, change, effect, rateIds, hash, at: author.at });
    return { id, effect, rateIds };
  });
  if (made.rateIds.length > 0) logWrite(ctx, 'create', ratesTable(ctx), made.rateIds);
  return { ...made.effect, undo: undoPath(made.id) };
}

interface NewRates {
  change: RateChange;
  rules: PropertyCalendarRules;
  priority: number;
  author: Actor;
}

async function addRates(ctx: Ctx, tx: Tx, { change, rules, priority, author }: NewRates): Promise<string[]> {
  const nights = listNights(change.first_night, addDays(change.last_night, 1));
  const ids: string[] = [];
  for (const rate of ratesForChange(change, rules.rates, nights)) {
    const id = newId();
    const values = { ...rate, property_id: rules.property.id, priority };
    await insertAndAudit(tx, ratesTable(ctx), { id, values, author });
    ids.push(id);
  }
  return ids;
}

/** Takes the rates of a change away: what they lay above is as it was. @throws AppError `notFound`, `conflict` */
export async function undoRateChange(
  ctx: Ctx,
  id: string,
): Promise<Pick<RateChange, 'properties' | 'first_night' | 'last_night'>> {
  const author = requireActor(ctx);
  const made = isUuid(id) ? await readChange(ctx.db, id) : undefined;
  if (!made) throw new AppError('notFound', 'There is no such change of rates.');
  const change = made.request as RateChange;
  const { properties, first_night, last_night } = change;
  await ctx.db.transaction().execute(async (tx) => {
    await lockProperties(tx, properties);
    if ((await readChange(tx, id))?.undone_at)
      throw new AppError('conflict', 'This change of rates has been undone already.');
    if ((await ratesState(tx, change)).hash !== made.rates_hash)
      throw new AppError(
        'conflict',
        `The rates from ${formatDate(first_night)} to ${formatDate(last_night)} have changed since. Nothing was undone: please set the prices again.`,
      );
    const label = `Rate from ${first_night} to ${last_night}`;
    const trashed = made.rate_ids.map((rowId) => ({
      trashId: newId(),
      rowId,
      label,
      clearedReferences: [],
    }));
    await moveToTrash(tx, ratesTable(ctx), trashed, author);
    await markUndone(tx, id, author.at);
  });
  logWrite(ctx, 'delete', ratesTable(ctx), made.rate_ids);
  return { properties, first_night, last_night };
}
