import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { hostAddresses } from '../../../platform/mail/host-addresses.server.ts';
import { mailboxName, type ReceivedMail, withMailbox } from '../../../platform/mail/mailbox.server.ts';
import { hourMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { businessContact } from '../../listings/store.server.ts';
import { messageNotice } from '../emails/message.server.ts';
import { receiveMessage } from '../threads/messages.server.ts';
import { countMessagesSince, threadById, threadByToken } from '../threads/store.server.ts';
import { maxMailsPerHour, type PassOn, takeHostsReply } from './hosts-reply.server.ts';
import { parseReply, type ReplyMail, unreadableReply } from './parse-mail.server.ts';
import { passMail, recordFailure, recordReading, startReading } from './store.server.ts';

/** A mail that ends the process, or cannot be stored, keeps the others waiting no longer. */
const tries: Limit = {
  name: 'read_mail',
  points: 5,
  seconds: 86_400,
  message: 'This mail failed too often.',
};

/**
 * Takes every mail of the mailbox for answers once, each in one transaction with its place in the mailbox.
 * @param passOn sends what a host wrote to the guest
 */
export async function readReplies(ctx: Ctx, passOn: PassOn, signal?: AbortSignal): Promise<void> {
  const { replies } = ctx.settings;
  if (!replies) return;
  const name = mailboxName(replies.imapUrl);
  try {
    await withMailbox(replies.imapUrl, signal, async ({ uidValidity, mailsAfter }) => {
      const lastUid = await startReading(ctx.db, name, uidValidity);
      for await (const mail of mailsAfter(lastUid)) {
        const reply = await readMail(ctx, mail, `${name} ${uidValidity} ${mail.uid}`);
        await ctx.db.transaction().execute(async (tx) => {
          const isNew = await passMail(tx, name, uidValidity, mail.uid);
          if (isNew) await takeReply(ctx, tx, mail, reply, passOn);
        });
      }
    });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    await recordFailure(ctx.db, name, words.slice(0, 500));
    throw error;
  }
  await recordReading(ctx.db, name, ctx.now());
}

async function readMail(ctx: Ctx, { source, sizeBytes, uid }: ReceivedMail, key: string): Promise<ReplyMail> {
  try {
    await ctx.consumeLimit(tries, key);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'tooMany')) throw error;
    ctx.log.error({ uid }, 'a mail in the mailbox for answers failed too often');
    return unreadableReply(source);
  }
  return parseReply(source, sizeBytes).catch((err: unknown) => {
    ctx.log.error({ err, uid }, 'a mail in the mailbox for answers cannot be read');
    return unreadableReply(source);
  });
}

async function takeReply(
  ctx: Ctx,
  tx: Tx,
  { uid }: ReceivedMail,
  reply: ReplyMail,
  passOn: PassOn,
): Promise<void> {
  const found = await findThread(ctx, tx, reply);
  const ignore = (why: string) => ctx.log.warn({ uid }, `a mail to the address for answers was left: ${why}`);
  if (!found) return ignore('it names no conversation');
  const { thread, isForHosts } = found;
  const isFromSite = reply.authorEmail === ctx.settings.mailFrom.address.toLowerCase();
  const isHost = hostAddresses(ctx.settings).includes(reply.authorEmail);
  // Hosts may write from the very address from which the site sends.
  if (reply.isSiteMail || (isFromSite && !(isForHosts && isHost))) return ignore('we sent it ourselves');
  if (isForHosts && !reply.isAutomatic && reply.authorEmail !== thread.guest_email)
    return takeHostsReply(ctx, tx, thread, reply, passOn);
  const hourAgo = new Date(ctx.now().getTime() - hourMs);
  const direction = reply.isAutomatic ? 'auto' : 'in';
  const isFlooded = (await countMessagesSince(tx, thread.id, direction, hourAgo)) >= maxMailsPerHour;
  if (isFlooded && reply.isAutomatic) return ignore('too many came within an hour');
  const isGuest = reply.authorEmail === thread.guest_email;
  const author = isGuest ? thread.guest_name : reply.author;
  const stored = await receiveMessage(ctx, tx, thread.id, { ...reply, author });
  if (!stored || reply.isAutomatic || isFlooded) return;
  const hosts = { business: await businessContact(tx), settings: ctx.settings };
  const current = (await threadById(tx, thread.id)) ?? thread;
  await ctx.mail.queue(tx, `notice-${stored.id}`, messageNotice(current, { text: reply.text }, hosts));
}

const token = /\+([0-9a-f]{32})@/i;

async function findThread({ settings }: Ctx, tx: Tx, { recipients }: ReplyMail) {
  const domain = settings.replies?.address.split('@')[1]?.toLowerCase() ?? '';
  for (const address of recipients) {
    const [, found] = token.exec(address) ?? [];
    if (!found || !address.toLowerCase().endsWith(`@${domain}`)) continue;
    const thread = await threadByToken(tx, found.toLowerCase());
    if (thread && thread.guest_email !== 'deleted@account.invalid')
      return { thread, isForHosts: thread.host_reply_token === found.toLowerCase() };
  }
  return undefined;
}
