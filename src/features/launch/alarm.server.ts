import type { Ctx } from '../../platform/context.server.ts';
import { hostAddresses } from '../../platform/mail/host-addresses.server.ts';
import { businessContact } from '../listings/store.server.ts';
import { readOpening } from '../opening/opening.server.ts';
import { alarmAfter, findCheck } from './checks.ts';
import { lostCheckNotice } from './emails.server.ts';
import type { CheckRow } from './store.server.ts';

/** Mails every host, on an open site, each check that has now failed twice in a row. @param counted rows of checks that counted */
export async function mailAlarms(ctx: Ctx, counted: readonly CheckRow[]): Promise<void> {
  const lost = counted.filter(({ failures }) => failures === alarmAfter);
  if (lost.length === 0 || !(await readOpening(ctx)).isOpen) return;
  for (const row of lost) await mailAlarm(ctx, row);
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
