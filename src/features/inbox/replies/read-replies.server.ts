import type { Db, Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { hostAddresses } from '../../../platform/mail/host-addresses.server.ts';
import { mailboxName, type ReceivedMail, withMailbox } from '../../../platform/mail/mailbox.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { businessContact } from '../../listings/store.server.ts';
import { messageNotice, trashedInquiryNotice } from '../threads/message-email.server.ts';
import { receiveMessage, storeFloodNote } from '../threads/messages.server.ts';
import {
  lockWithBooking,
  receivedSince,
  type ThreadSummary,
  type TrashedThread,
  threadById,
  threadByToken,
  trashedThreadByToken,
} from '../threads/store.server.ts';
import { isFlooded, type PassOn, takeHostsReply } from './hosts-reply.server.ts';
import { type ReplyMail, unreadableReply } from './parse-mail.server.ts';
import { tokensIn, tokensInHead } from './reply-token.ts';
import { runMailParser } from './run-mail-parser.server.ts';
import { loadSentMail } from './sent-mail.server.ts';
import { passMail, recordFailure, recordReading, startReading } from './store.server.ts';

/** Skips a mail after five failed attempts a day, so that it does not hold up the others. */
const tries: Limit = {
  name: 'read_mail',
  points: 5,
  seconds: 86_400,
  message: 'This mail failed too often.',
};

/**
 * Reads every mail of the mailbox for replies once, each in one transaction with its position in the mailbox.
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
        const match = await matchHead(ctx, mail.source);
        const reply = match ? await readMail(ctx, mail, `${name} ${uidValidity} ${mail.uid}`, match) : null;
        await ctx.db.transaction().execute(async (tx) => {
          const isNew = await passMail(tx, name, uidValidity, mail.uid);
          if (!isNew) return;
          if (reply) await takeReply(ctx, tx, mail, reply, passOn);
          else leave(ctx, mail, 'it names no conversation');
        });
      }
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await recordFailure(ctx.db, name, message.slice(0, 500));
    throw error;
  }
  await recordReading(ctx.db, name, ctx.now());
}

async function readMail(
  ctx: Ctx,
  { source, sizeBytes, uid }: ReceivedMail,
  key: string,
  { thread, isForHosts }: MatchedThread,
): Promise<ReplyMail> {
  try {
    await ctx.consumeLimit(tries, key);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'tooMany')) throw error;
    ctx.log.error({ uid }, 'a mail in the mailbox for answers failed too often');
    return unreadableReply(source);
  }
  const sent = await loadSentMail(ctx.db, ctx.settings, thread, isForHosts);
  return runMailParser(source, sizeBytes, sent).catch((err: unknown) => {
    ctx.log.error({ err, uid }, 'a mail in the mailbox for answers cannot be read');
    return unreadableReply(source);
  });
}

const leave = (ctx: Ctx, { uid }: Pick<ReceivedMail, 'uid'>, why: string): void =>
  ctx.log.warn({ uid }, `a mail to the address for answers was left: ${why}`);

async function takeReply(
  ctx: Ctx,
  tx: Tx,
  { uid }: ReceivedMail,
  reply: ReplyMail,
  passOn: PassOn,
): Promise<void> {
  const match = await lockMatch(ctx, tx, reply);
  const ignore = (why: string) => leave(ctx, { uid }, why);
  if (!match) return ignore('it names no conversation');
  const { thread, trashed, isForHosts } = match;
  const isFromSite = reply.authorEmail === ctx.settings.mailFrom.address.toLowerCase();
  const isHost = hostAddresses(ctx.settings).includes(reply.authorEmail);
  // Hosts may write from the very address from which the site sends.
  if (reply.isSiteMail || (isFromSite && !(isForHosts && isHost))) return ignore('we sent it ourselves');
  const tooMany = 'too many came within an hour';
  if (isForHosts && !reply.isAutomatic && reply.authorEmail !== thread.guestEmail) {
    const result = await takeHostsReply(ctx, tx, thread, reply, trashed ? rejectTrashed : passOn);
    if (result === 'left') ignore(tooMany);
    return;
  }
  if (await isFlooded(tx, thread.id, reply.isAutomatic ? 'auto' : 'in', ctx.now())) {
    if (!reply.isAutomatic) await storeFloodNote(ctx, tx, thread.id);
    return ignore(tooMany);
  }
  const isGuest = reply.authorEmail === thread.guestEmail;
  const author = isGuest ? thread.guestName : reply.author;
  const isFirst = !trashed || (await receivedSince(tx, thread.id, 'in', trashed.deletedAt)).count === 0;
  const stored = await receiveMessage(ctx, tx, thread.id, { ...reply, author });
  if (!stored || reply.isAutomatic || !isFirst) return;
  const hosts = { business: await businessContact(tx), settings: ctx.settings };
  const current = (await threadById(tx, thread.id)) ?? thread;
  const text = reply.isShortened ? `${reply.text}\n\n${shortened}` : reply.text;
  const notice = trashed
    ? trashedInquiryNotice(trashed, { text }, hosts)
    : messageNotice(current, { text }, hosts);
  await ctx.mail.queue(tx, `notice-${stored.id}`, notice);
}

const shortened = '[Shortened: open the conversation for the whole mail.]';

/** A host's mail about an inquiry in the trash is not sent. */
const rejectTrashed: PassOn = () =>
  Promise.reject(
    new AppError('conflict', 'The inquiry is in the trash. Restore it, and send your answer again.'),
  );

const replyDomain = ({ settings }: Ctx): string => settings.replies?.address.split('@')[1] ?? '';

interface MatchedThread {
  thread: ThreadSummary;
  /** The same for a token whose inquiry is in the trash. */
  trashed: TrashedThread | undefined;
  isForHosts: boolean;
}

async function matchThread(db: Db, tokens: string[], now: Date): Promise<MatchedThread | undefined> {
  for (const token of tokens) {
    const current = await threadByToken(db, token);
    const trashed = current ? undefined : await trashedThreadByToken(db, token, now);
    const thread = current ?? trashed;
    if (thread && thread.guestEmail !== 'deleted@account.invalid')
      return { thread, trashed, isForHosts: thread.hostReplyToken === token };
  }
  return undefined;
}

/** Anybody may write to that mailbox, so only a mail that names a conversation is parsed. */
const matchHead = (ctx: Ctx, source: Buffer): Promise<MatchedThread | undefined> =>
  matchThread(ctx.db, tokensInHead(source, replyDomain(ctx)), ctx.now());

/** Finds the thread of a mail again once it is locked: another transaction may be renewing its addresses. */
async function lockMatch(ctx: Ctx, tx: Tx, { recipients }: ReplyMail): Promise<MatchedThread | undefined> {
  const tokens = tokensIn(recipients.join('\n'), replyDomain(ctx));
  const match = await matchThread(tx, tokens, ctx.now());
  if (!match || !(await lockWithBooking(tx, match.thread.id))) return match;
  return matchThread(tx, tokens, ctx.now());
}
