import type { Ctx } from '../../platform/context.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { minuteMs } from '../../shared/durations.ts';
import { momentAtProperty } from '../../shared/property-time.server.ts';
import { readOpening } from '../opening/opening.server.ts';
import { evaluateChecks, triedKeys } from './evaluate-checks.server.ts';

const dailyAt = '06:00';
const everyMs = 15 * minuteMs;

/** Runs all checks; on an open site, at six in the morning. */
export async function runLaunchChecks(ctx: Ctx): Promise<void> {
  const { isOpen } = await readOpening(ctx);
  const now = ctx.now();
  const sinceSix = now.getTime() - momentAtProperty(todayAtProperty(now), dailyAt).getTime();
  if (isOpen && !(sinceSix >= 0 && sinceSix < everyMs)) return;
  await evaluateChecks(ctx, { isCounted: true, tried: triedKeys });
}
