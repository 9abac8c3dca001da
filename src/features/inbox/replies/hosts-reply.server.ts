import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { hostAddresses } from '../../../platform/mail/host-addresses.server.ts';
import { hourMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { businessContact } from '../../listings/store.server.ts';
import { unsentNotice } from '../threads/message-email.server.ts';
import { type OutgoingMessage, storeFloodNote, storeUnverified } from '../threads/messages.server.ts';
import {
  countMessagesSince,
  isStored,
  type Message,
  receivedSince,
  type ThreadSummary,
} from '../threads/store.server.ts';
import { threadPath } from '../threads/thread.ts';
import type { ReplyMail } from './parse-mail.server.ts';

/** The limit at which two robots that reply to each other end. */
const maxMailsPerHour = 30;
/** The bytes of a conversation's texts, with what they quote. */
const maxBytesPerHour = 1_000_000;

/** Whether a conversation has reached the limit of this kind of mail within the hour. */
export async function isFlooded(
  tx: Tx,
  threadId: string,
  direction: Message['direction'],
  now: Date,
): Promise<boolean> {
  const hour = await receivedSince(tx, threadId, direction, new Date(now.getTime() - hourMs));
  return hour.count >= maxMailsPerHour || hour.bytes >= maxBytesPerHour;
}

/** Sends what a host wrote to the guest of a thread. @returns `undefined` for a key that was used already @throws AppError */
export type PassOn = (
  ctx: Ctx,
  tx: Tx,
  thread: ThreadSummary,
  reply: OutgoingMessage,
) => Promise<Message | undefined>;

/**
 * Forwards a host's mail to the guest; any other mail is stored for the hosts, who are mailed that it was not forwarded.
 * @returns `left`: it is neither, and stays in the mailbox
 */
export async function takeHostsReply(
  ctx: Ctx,
  tx: Tx,
  thread: ThreadSummary,
  reply: ReplyMail,
  passOn: PassOn,
): Promise<'taken' | 'left'> {
  const key = `mail:${reply.mailId}`;
  if (await isStored(tx, thread.id, { key, mailId: reply.mailId })) return 'taken';
  const since = new Date(ctx.now().getTime() - hourMs);
  const hasSentMany = async () => (await countMessagesSince(tx, thread.id, 'out', since)) >= maxMailsPerHour;
  const problem =
    findProblem(ctx, thread, reply) ||
    ((await hasSentMany()) && 'Too many answers went out within an hour.') ||
    (await trySending(ctx, tx, thread, { reply, key, passOn }));
  if (!problem) return 'taken';
  if (await isFlooded(tx, thread.id, 'unverified', ctx.now())) {
    await storeFloodNote(ctx, tx, thread.id);
    return 'left';
  }
  const stored = await storeUnverified(ctx, tx, thread.id, reply, problem);
  if (stored) await notifyHosts(ctx, tx, thread, reply, { id: stored.id, problem, files: [] });
  return 'taken';
}

/** The message behind the notice to which this mail replies. */
const seenMessageId = ({ inReplyTo = '' }: ReplyMail): string | undefined =>
  /^<notice-([0-9a-f-]{36})@/.exec(inReplyTo.trim())?.[1];

/** A mail to this address is forwarded in the hosts' name, so it must surely be theirs. */
function findProblem(
  { settings }: Ctx,
  { id, hostReplyToken }: ThreadSummary,
  { authorEmail, isDoubtful, ownReply }: ReplyMail,
): string {
  if (!hostAddresses(settings).includes(authorEmail)) return 'Its sender is not one of the hosts.';
  if (isDoubtful) return 'The mail server could not confirm that its sender sent it.';
  // Some lines of the notice were not recognized: the hosts' address, or the link of the conversation.
  const text = ownReply.replaceAll(/\s+/g, '').toLowerCase();
  const hasNotice = [hostReplyToken, threadPath(id), '/admin/'].some((line) =>
    text.includes(line.toLowerCase()),
  );
  if (ownReply && !hasNotice) return '';
  return 'What you wrote could not be told from the rest of the mail, or it was too long. Please write above what the mail quotes.';
}

/** @returns why it was not sent; empty: it is on its way, or was before */
async function trySending(
  ctx: Ctx,
  tx: Tx,
  thread: ThreadSummary,
  { reply, key, passOn }: { reply: ReplyMail; key: string; passOn: PassOn },
): Promise<string> {
  const { author, authorEmail, originalText, files, ownReply: text } = reply;
  const messageId = seenMessageId(reply);
  try {
    const sent = await passOn(ctx, tx, thread, {
      text,
      originalText,
      attachments: files,
      key,
      actor: { name: author, email: authorEmail },
      seen: messageId ? { messageId, newer: 'keep waiting' } : undefined,
    });
    if (sent && files.length > 0) {
      const problem = `The guest has your text, but not your files: ${files.join(', ')}.`;
      await notifyHosts(ctx, tx, thread, reply, { id: sent.id, problem, files });
    }
    return '';
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return error.message;
    throw error;
  }
}

/** Mails the hosts, and the host who wrote. */
async function notifyHosts(
  ctx: Ctx,
  tx: Tx,
  thread: ThreadSummary,
  { authorEmail, text }: ReplyMail,
  { id, problem, files }: { id: string; problem: string; files: string[] },
): Promise<void> {
  const { settings } = ctx;
  const hosts = { business: await businessContact(tx), settings };
  const author = hostAddresses(settings).filter((address) => address === authorEmail);
  for (const [index, address] of [...new Set([settings.hostsEmail.toLowerCase(), ...author])].entries()) {
    const mail = unsentNotice(thread, { problem, text, address, files }, hosts);
    await ctx.mail.queue(tx, `unsent-${id}-${index}`, mail);
  }
}
