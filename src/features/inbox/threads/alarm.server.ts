import type { Ctx } from '../../../platform/context.server.ts';
import { hostAddresses } from '../../../platform/mail/host-addresses.server.ts';
import { hourMs } from '../../../shared/durations.ts';
import { businessContact } from '../../listings/store.server.ts';
import { alarmEmail } from './message-email.server.ts';
import { lockThread, overdueThreads, type ThreadSummary, updateThread } from './store.server.ts';
import { alarmHours } from './thread.ts';

/** Mails every host of each guest who has waited for 20 hours, once for each wait. */
export async function alarmHosts(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - alarmHours * hourMs);
  for (const thread of await overdueThreads(ctx.db, before)) await alarmOnce(ctx, thread, before);
}

const alarmOnce = (ctx: Ctx, thread: ThreadSummary, before: Date): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const locked = await lockThread(tx, thread.id);
    const { waiting_since: since, alarmed_at } = locked ?? {};
    if (!since || alarmed_at || since > before) return;
    const now = ctx.now();
    await updateThread(tx, thread.id, { alarmed_at: now });
    const waitedHours = Math.floor((now.getTime() - since.getTime()) / hourMs);
    const business = await businessContact(tx);
    const mail = alarmEmail(thread, { waitedHours }, { business, settings: ctx.settings });
    for (const [index, address] of hostAddresses(ctx.settings).entries()) {
      const key = `alarm-${thread.id}-${since.getTime()}-${index}`;
      await ctx.mail.queue(tx, key, { ...mail, to: { ...mail.to, address } });
    }
  });
