import type { Ctx } from '../../platform/context.server.ts';
import type { MailJob } from '../../platform/mail/mailer.server.ts';
import { toMessageId } from '../inbox/threads/messages.server.ts';
import { deleteMessage, listUnsent } from '../inbox/threads/store.server.ts';
import { lockMessage, updateMessage } from './store.server.ts';

/**
 * Skips a scheduled message whose mail the server did not take in time. It leaves the conversation, and a host may still send it.
 * @returns whether its mail is outdated, and not delivered any more
 */
export async function skipIfLate(ctx: Ctx, { key, skipAfter }: MailJob): Promise<boolean> {
  const id = toMessageId(key);
  if (id === null || skipAfter === undefined || ctx.now() <= new Date(skipAfter)) return false;
  await ctx.db.transaction().execute(async (tx) => {
    const message = await lockMessage(tx, id);
    // A host may have sent it since, with a mail of its own.
    if (!message?.sent_at || message.sent_at > new Date(skipAfter)) return;
    // The mail server took it, but the job failed before it was done.
    if ((await listUnsent(tx, [id])).length === 0) return;
    await updateMessage(tx, id, { status: 'skipped', reason: 'too_late', sent_at: null, message_id: null });
    await deleteMessage(tx, message.booking_id, id);
  });
  return true;
}
