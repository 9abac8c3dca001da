import type { Ctx } from '../../../platform/context.server.ts';
import { hostAddresses } from '../../../platform/mail/host-addresses.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { loadEmailData } from '../../bookings/emails/load-email-data.server.ts';
import { bookingByCode } from '../../bookings/trips/store.server.ts';
import { conflictNotice } from './emails.server.ts';
import { closeConflicts, insertConflicts, openConflict } from './store.server.ts';

/** Finds new conflicts and closes old ones; every host hears of a new one by mail, once. */
export async function findConflicts(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction().execute(async (tx) => {
    await closeConflicts(tx, now);
    for (const id of await insertConflicts(tx, { now, today: todayAtProperty(now) })) {
      const conflict = await openConflict(tx, id);
      const booking = conflict && (await bookingByCode(tx, conflict.code));
      if (!conflict || !booking) continue;
      const data = await loadEmailData(ctx, tx, booking);
      for (const [index, address] of hostAddresses(ctx.settings).entries())
        await ctx.mail.queue(tx, `conflict-${id}-${index}`, conflictNotice(data, conflict, address));
    }
  });
}
