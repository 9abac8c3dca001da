import { createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { propertyTimeZone, todayAtProperty } from '../../../shared/dates.ts';
import type { Numbers } from './stats.ts';
import { addView, dailySalt, dailyStats, deleteVisitorsBefore } from './store.server.ts';

/** A house or hotel behind one address, reading busily. */
const viewLimit: Limit = {
  name: 'visits',
  points: 600,
  seconds: 3600,
  message: 'Enough page views for now, thank you.',
};

interface Visit {
  userAgent: string;
  /** The browser asks that nobody follows its visits (Global Privacy Control, Do Not Track). */
  wantsNoTrace: boolean;
}

/**
 * Counts a page view, and the visitor once a day. Robots and hosts are left out. The visitor is known by a hash of
 * address and browser under a salt of the day, both forgotten with it; of one who wants no trace only the view counts.
 * @throws AppError `tooMany`
 */
export async function recordVisit(ctx: Ctx, { userAgent, wantsNoTrace }: Visit): Promise<void> {
  if (ctx.viewer?.role === 'admin' || userAgent === '' || isbot(userAgent)) return;
  await ctx.consumeLimit(viewLimit, ctx.clientKey);
  const today = todayAtProperty(ctx.now());
  if (wantsNoTrace) return addView(ctx.db, today, null);
  const salt = await dailySalt(ctx.db, today, randomBytes(32));
  const hash = createHmac('sha256', salt).update(`${ctx.clientKey}\n${userAgent}`).digest();
  await addView(ctx.db, today, hash.subarray(0, 16));
}

/** Throws away what told the visitors of earlier days apart. */
export const purgeVisitors = (ctx: Ctx): Promise<void> =>
  deleteVisitorsBefore(ctx.db, todayAtProperty(ctx.now()));

const dayMs = 86_400_000;

/** The numbers of the last days, today included. */
export async function readNumbers(ctx: Ctx, days: number): Promise<Numbers> {
  const today = todayAtProperty(ctx.now());
  const first = new Date(Date.parse(today) - (days - 1) * dayMs).toISOString().slice(0, 10);
  return { timeZone: propertyTimeZone, days: await dailyStats(ctx.db, first, today) };
}
