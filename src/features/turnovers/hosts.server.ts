import type { Updateable } from 'kysely';
import type { TurnoversTable } from '../../db/schema/turnovers.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { AppError, toFieldErrors } from '../../shared/errors.ts';
import { isoMoments } from '../../shared/iso-moments.ts';
import { addDays, toDayNumber } from '../../shared/nights.ts';
import { isUuid } from '../../shared/uuid.ts';
import { cleaningLinkHash, cleaningUrl } from './cleaning-link.server.ts';
import type {
  CleaningLink,
  HostTurnover,
  TurnoverChange,
  TurnoverDays,
  TurnoverList,
} from './contract.server.ts';
import {
  cleanerExists,
  listCleaners,
  lockCleaner,
  lockTurnover,
  storeLink,
  turnoverForHosts,
  turnoversBetween,
  updateTurnover,
} from './store.server.ts';
import { maxListDays } from './turnover.ts';

const defaultListDays = 14;

/** @throws AppError `invalid` for days in the wrong order, or too many */
function withDefaults({ from, to = addDays(from, defaultListDays - 1) }: TurnoverDays & { from: string }): {
  from: string;
  to: string;
} {
  const days = toDayNumber(to) - toDayNumber(from);
  if (days < 0) throw toFieldErrors({ to: 'The last day must not be before the first' });
  if (days >= maxListDays) throw toFieldErrors({ to: `At most ${maxListDays} days at once` });
  return { from, to };
}

/** Lists the turnovers of some days, and everyone who may get them. @throws AppError `invalid` */
export async function listTurnovers(ctx: Ctx, days: TurnoverDays): Promise<TurnoverList> {
  const today = todayAtProperty(ctx.now());
  const { from, to } = withDefaults({ from: today, ...days });
  const [rows, cleaners] = await Promise.all([turnoversBetween(ctx.db, from, to), listCleaners(ctx.db)]);
  return {
    today,
    turnovers: rows.map(isoMoments),
    cleaners,
  };
}

/** Sets the cleaner, note or status of a turnover. @throws AppError `notFound`, `invalid` for an unknown cleaner */
export async function changeTurnover(ctx: Ctx, id: string, change: TurnoverChange): Promise<HostTurnover> {
  if (!isUuid(id)) throw noTurnover();
  const row = await ctx.db.transaction().execute(async (tx) => {
    const turnover = await lockTurnover(tx, id);
    if (!turnover) throw noTurnover();
    const { cleaner_id, status } = change;
    if (cleaner_id && !(await cleanerExists(tx, cleaner_id)))
      throw toFieldErrors({ cleaner_id: 'There is no such cleaner' });
    const now = ctx.now();
    const set: Updateable<TurnoversTable> = { ...change, updated_at: now };
    if (status && status !== turnover.status) {
      set.done_at = status === 'done' ? now : null;
      set.before_done = null;
      set.undone_at = null;
    }
    await updateTurnover(tx, id, set);
    return turnoverForHosts(tx, id);
  });
  if (!row) throw noTurnover();
  return isoMoments(row);
}

/** Makes a new link for a cleaner; the one before it ends. @throws AppError `notFound` */
export async function renewCleaningLink(ctx: Ctx, id: string): Promise<CleaningLink> {
  const renewed = await ctx.db.transaction().execute(async (tx) => {
    const cleaner = isUuid(id) ? await lockCleaner(tx, id) : undefined;
    if (!cleaner) throw new AppError('notFound', 'There is no such cleaner.');
    const link = { id, link_version: cleaner.link_version + 1 };
    await storeLink(tx, id, { token_hash: cleaningLinkHash(ctx, link), link_version: link.link_version });
    return link;
  });
  return { url: cleaningUrl(ctx, renewed) };
}

const noTurnover = (): AppError => new AppError('notFound', 'There is no such turnover.');
