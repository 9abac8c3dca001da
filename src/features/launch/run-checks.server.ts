import type { Ctx } from '../../platform/context.server.ts';
import { hostAddresses } from '../../platform/mail/host-addresses.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { minuteMs } from '../../shared/durations.ts';
import { momentAtProperty } from '../../shared/property-time.server.ts';
import { businessContact } from '../listings/store.server.ts';
import { readOpening } from '../opening/opening.server.ts';
import { alarmAfter, findCheck } from './checks.ts';
import { lostCheckNotice } from './emails.server.ts';
import { evaluateChecks, triedKeys } from './evaluate-checks.server.ts';
import type { CheckRow } from './store.server.ts';

const dailyAt = '06:00';
const everyMs = 15 * minuteMs;

/**
 * Runs all checks; on an open site, at six in the morning. If a check was ok and has failed twice in a row there, it is
 * mailed to every host, once.
 */
export async function runLaunchChecks(ctx: Ctx): Promise<void> {
  const { isOpen } = await readOpening(ctx);
  const now = ctx.now();
  const sinceSix = now.getTime() - momentAtProperty(todayAtProperty(now), dailyAt).getTime();
  if (isOpen && !(sinceSix >= 0 && sinceSix < everyMs)) return;
  const rows = await evaluateChecks(ctx, { isCounted: true, tried: triedKeys });
  if (!isOpen) return;
  for (const row of rows.values()) if (row.failures === alarmAfter) await mailAlarm(ctx, row);
}

async function mailAlarm(ctx: Ctx, { key, detail, since }: CheckRow): Promise<void> {
  const { settings } = ctx;
  const title = findCheck(key)?.title ?? key;
  await ctx.db.transaction().execute(async (tx) => {
    const business = await businessContact(tx);
    for (const address of hostAddresses(settings))
      await ctx.mail.queue(
        tx,
        `launch-${key}-${since.getTime()}-${address}`,
        lostCheckNotice({ title, detail }, { business, address, appUrl: settings.appUrl }),
      );
  });
}
