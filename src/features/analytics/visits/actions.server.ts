import { createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { propertyTimeZone, todayAtProperty } from '../../../shared/dates.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { Stats } from '../contract.server.ts';
import { addView, dailySalt, dailyStats, deleteVisitorsBefore } from './store.server.ts';

const viewLimit: Limit = {
  name: 'visits',
  points: 600,
  seconds: 3600,
  message: 'Enough page views for now, thank you.',
};

interface Visit {
  userAgent: string;
  /** Whether the browser sends Global Privacy Control or Do Not Track. */
  doNotTrack: boolean;
}

/** Counts a view and, once a day, its visitor, a hash under a salt of the day; bots and hosts are left out. */
export async function recordVisit(ctx: Ctx, { userAgent, doNotTrack }: Visit): Promise<void> {
  if (ctx.viewer?.role === 'admin' || userAgent === '' || isbot(userAgent)) return;
  await ctx.consumeLimit(viewLimit, ctx.clientKey);
  const today = todayAtProperty(ctx.now());
  if (doNotTrack) return addView(ctx.db, today, null);
  const salt = await dailySalt(ctx.db, today, randomBytes(32));
  const hash = createHmac('sha256', salt).update(`${ctx.clientKey}\n${userAgent}`).digest();
  await addView(ctx.db, today, hash.subarray(0, 16));
}

export const purgeVisitors = (ctx: Ctx): Promise<void> =>
  deleteVisitorsBefore(ctx.db, todayAtProperty(ctx.now()));

export async function loadStats(ctx: Ctx, days: number): Promise<Stats> {
  const today = todayAtProperty(ctx.now());
  const first = new Date(Date.parse(today) - (days - 1) * dayMs).toISOString().slice(0, 10);
  return { timeZone: propertyTimeZone, days: await dailyStats(ctx.db, first, today) };
}
