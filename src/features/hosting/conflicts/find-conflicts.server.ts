import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { hostAddresses } from '../../../platform/mail/host-addresses.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { loadEmailData, loadStayFrame } from '../../bookings/emails/load-email-data.server.ts';
import { bookingByCode } from '../../bookings/record/bookings-store.server.ts';
import {
  closeChannelConflicts,
  insertChannelConflicts,
  openChannelConflicts,
} from './channel-conflicts-store.server.ts';
import { channelConflictNotice, conflictNotice } from './emails.server.ts';
import { closeConflicts, insertConflicts, lockConflicts, openConflict } from './store.server.ts';

/** Finds new conflicts and closes old ones; every host gets one mail about a new one. */
export async function findConflicts(ctx: Ctx): Promise<void> {
  const now = ctx.now();
  const today = todayAtProperty(now);
  await ctx.db.transaction().execute(async (tx) => {
    await lockConflicts(tx);
    await closeConflicts(tx, now);
    for (const id of await insertConflicts(tx, { now, today })) await mailConflict(ctx, tx, id);
    await closeChannelConflicts(tx, now);
    for (const id of await insertChannelConflicts(tx, { now, today })) await mailChannelConflict(ctx, tx, id);
  });
}

async function mailConflict(ctx: Ctx, tx: Tx, id: string): Promise<void> {
  const conflict = await openConflict(tx, id);
  const booking = conflict && (await bookingByCode(tx, conflict.code));
  if (!conflict || !booking) return;
  const data = await loadEmailData(ctx, tx, booking);
  for (const [index, address] of hostAddresses(ctx.settings).entries())
    await ctx.mail.queue(tx, `conflict-${id}-${index}`, conflictNotice(data, conflict, address));
}

async function mailChannelConflict(ctx: Ctx, tx: Tx, id: string): Promise<void> {
  const [conflict] = await openChannelConflicts(tx, id);
  if (!conflict) return;
  const frame = await loadStayFrame(ctx, tx, conflict.propertyId);
  for (const [index, address] of hostAddresses(ctx.settings).entries())
    await ctx.mail.queue(tx, `conflict-${id}-${index}`, channelConflictNotice(frame, conflict, address));
}
