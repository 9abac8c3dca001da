import type { Db, Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { listQueuedMails, type MailJob, type MailMessage } from '../../../platform/mail/mailer.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { greetingName } from '../../../shared/text/greeting-name.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { businessContact } from '../../listings/store.server.ts';
import { guestReplyTo, messageEmail, replyLine } from './message-email.server.ts';
import {
  emptyOldUnverified,
  floodMailId,
  insertMessage,
  lastMailId,
  listUnsent,
  lockThread,
  type Message,
  markSent,
  messageByKey,
  messagesAfter,
  setInquiryStatus,
  type Thread,
  type ThreadSummary,
  threadById,
  updateThread,
} from './store.server.ts';

/** A guest who deleted their account cannot be reached. */
const deletedAddress = 'deleted@account.invalid';

export const noSuchThread = (): AppError => new AppError('notFound', 'There is no such conversation.');

/** Whether this text was already sent with this key. @throws AppError `conflict` if another one was */
export async function wasSent(
  db: Db,
  threadId: string,
  { text, key }: { text: string; key?: string | null | undefined },
): Promise<boolean> {
  const sent = key ? await messageByKey(db, threadId, key) : undefined;
  if (sent && sent.text !== text)
    throw new AppError(
      'conflict',
      'An earlier message went out with the same Idempotency-Key. Please look at the conversation before you write again.',
    );
  return sent !== undefined;
}

/** What a guest wrote. */
export interface ReceivedMessage {
  author: string;
  authorEmail: string;
  text: string;
  kind?: Message['kind'];
  /** Whether it is an automatic reply or a bounce, which raises no alarm. */
  isAutomatic?: boolean;
  originalText?: string | null;
  attachments?: string[];
  mailId?: string;
  idempotencyKey?: string;
}

/** Stores what came from a guest; the hosts' clock starts. @returns `undefined` where it had been stored already */
export async function receiveMessage(
  ctx: Ctx,
  tx: Tx,
  threadId: string,
  incoming: ReceivedMessage,
): Promise<Message | undefined> {
  const thread = await lockThread(tx, threadId);
  if (!thread) throw noSuchThread();
  const now = ctx.now();
  const stored = await insertMessage(tx, {
    id: newId(),
    thread_id: threadId,
    direction: incoming.isAutomatic ? 'auto' : 'in',
    kind: incoming.kind ?? 'message',
    author: incoming.author,
    author_email: incoming.authorEmail,
    text: incoming.text,
    original_text: incoming.originalText ?? null,
    attachments: incoming.attachments ?? [],
    mail_id: incoming.mailId ?? null,
    idempotency_key: incoming.idempotencyKey ?? null,
    created_at: now,
  });
  if (stored && !incoming.isAutomatic) await startClock(tx, thread, now);
  return stored;
}

async function startClock(tx: Tx, { id, kind, status, waiting_since, alarmed_at }: Thread, now: Date) {
  if (kind === 'inquiry') await setInquiryStatus(tx, id, 'new');
  await updateThread(tx, id, {
    status: status === 'new' ? 'new' : 'open',
    is_unread: true,
    last_message_at: now,
    waiting_since: waiting_since ?? now,
    alarmed_at: waiting_since ? alarmed_at : null,
  });
}

/** A host's text; `link` is the only link of the mail. */
export interface OutgoingMessage {
  text: string;
  actor: { name: string; email: string };
  /** A second message with the same key is not sent. */
  key?: string | null;
  link?: { label: string; url: string };
  /** The mail that is sent instead of one with only the text. */
  mail?: MailMessage;
  /** The whole text of a reply that came by mail. */
  originalText?: string | null;
  attachments?: string[];
  seen?: Seen;
}

/** The last message that a host had seen, and what happens to their reply if the guest has written since. */
interface Seen {
  messageId: string;
  newer: 'reject' | 'keep waiting';
}

/** Prevents two hosts from unknowingly replying to one message. @throws AppError `conflict` with the new messages */
export function assertNothingNewer(newer: readonly Message[]): void {
  const last = newer.findLast(({ direction }) => direction === 'out') ?? newer.at(-1);
  if (!last) return;
  const what = last.direction === 'out' ? `${last.author} has answered` : 'The guest has written again';
  const messages = newer.map(({ id, direction, author, text, created_at }) => ({
    id,
    direction,
    author,
    text,
    at: created_at.toISOString(),
  }));
  throw new AppError('conflict', `${what} in the meantime. Please read that first; nothing was sent.`, {
    extra: { reason: 'new_messages', messages },
  });
}

/**
 * Stores a reply and queues its mail, in the caller's transaction; the guest no longer waits.
 * @returns `undefined` for a key that was used already
 * @throws AppError `conflict` for a guest who cannot be reached any more, for a key that sent another text, and where the host
 * has not seen what another host answered or, with `reject`, what the guest wrote
 */
export async function sendMessage(
  ctx: Ctx,
  tx: Tx,
  threadId: string,
  reply: OutgoingMessage,
): Promise<Message | undefined> {
  const locked = await lockThread(tx, threadId);
  const thread = locked && (await threadById(tx, threadId));
  if (!thread) throw noSuchThread();
  if (thread.guestEmail === deletedAddress)
    throw new AppError('conflict', 'This guest has deleted their account and cannot be written to any more.');
  if (await wasSent(tx, threadId, reply)) return undefined;
  const newer = reply.seen ? await messagesAfter(tx, threadId, reply.seen.messageId) : [];
  assertNothingNewer(
    reply.seen?.newer === 'reject'
      ? newer
      : newer.filter((other) => other.direction === 'out' && other.author_email !== reply.actor.email),
  );
  const now = ctx.now();
  const id = newId();
  const inReplyTo = await lastMailId(tx, threadId);
  const { waitingSince: since } = thread;
  const stored = await insertMessage(tx, {
    id,
    thread_id: threadId,
    direction: 'out',
    author: reply.actor.name || reply.actor.email,
    author_email: reply.actor.email,
    text: reply.text,
    mail_id: toMailId(ctx, id),
    idempotency_key: reply.key ?? null,
    created_at: now,
    original_text: reply.originalText ?? null,
    attachments: reply.attachments ?? [],
    waited_seconds: since ? Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000)) : null,
  });
  const unseen = newer.find(({ direction }) => direction === 'in');
  if (unseen) await updateThread(tx, threadId, { waiting_since: unseen.created_at, last_message_at: now });
  else await closeThreadClock(tx, thread, now);
  const business = await businessContact(tx);
  const sender = { business, settings: ctx.settings, inReplyTo };
  const mail = reply.mail
    ? {
        ...reply.mail,
        ...guestReplyTo(thread, sender),
        content: { ...reply.mail.content, ...replyLine(ctx.settings) },
      }
    : messageEmail(thread, reply, sender);
  await ctx.mail.queue(tx, mailKey(id), mail);
  return stored;
}

/** A message that the site sends to a guest automatically. */
export interface AutomaticMessage {
  /** The message's id, which its mail's Message-ID contains. */
  id: string;
  subject: string;
  /** The text that is stored. */
  text: string;
  /** The text that is mailed. */
  mailed: string;
  link: { label: string; url: string };
  /** The data that the mail contains only from its delivery on. */
  access: Pick<MailMessage, 'accessOf' | 'accessFor'>;
  /** ISO 8601: the mail is not delivered after this moment. */
  skipAfter?: string | undefined;
}

/**
 * Stores an automatic message and queues its mail, once for its id, in the caller's transaction. The clock neither starts nor
 * stops; a reply is stored in the conversation.
 */
export async function sendAutomatic(
  ctx: Ctx,
  tx: Tx,
  threadId: string,
  { id, subject, text, mailed, link, access, skipAfter }: AutomaticMessage,
): Promise<void> {
  await lockThread(tx, threadId);
  const thread = await threadById(tx, threadId);
  if (!thread) throw noSuchThread();
  const business = await businessContact(tx);
  const stored = await insertMessage(tx, {
    id,
    thread_id: threadId,
    direction: 'auto',
    author: business.business_name,
    text,
    mail_id: toMailId(ctx, id),
    created_at: ctx.now(),
  });
  if (!stored) return;
  const sender = { business, settings: ctx.settings, inReplyTo: null };
  const mail = messageEmail(thread, { text: mailed, link }, sender);
  await ctx.mail.queue(tx, mailKey(id), withoutUndefined({ ...mail, subject, ...access, skipAfter }));
}

/** The most of one conversation; older ones are emptied. */
const maxUnverified = 100;

/** Stores a mail to the hosts' address that was not forwarded; the guest still waits for a reply. @returns as `receiveMessage` */
export async function storeUnverified(
  ctx: Ctx,
  tx: Tx,
  threadId: string,
  mail: Pick<ReceivedMessage, 'author' | 'authorEmail' | 'text' | 'originalText' | 'attachments' | 'mailId'>,
  problem: string,
): Promise<Message | undefined> {
  await lockThread(tx, threadId);
  const now = ctx.now();
  const stored = await insertMessage(tx, {
    id: newId(),
    thread_id: threadId,
    direction: 'unverified',
    problem,
    author: mail.author,
    author_email: mail.authorEmail,
    text: mail.text,
    original_text: mail.originalText ?? null,
    attachments: mail.attachments ?? [],
    mail_id: mail.mailId ?? null,
    created_at: now,
  });
  if (!stored) return;
  await updateThread(tx, threadId, { is_unread: true, last_message_at: now });
  await emptyOldUnverified(tx, threadId, maxUnverified);
  return stored;
}

/** Notes in a conversation, at most once an hour, that mails to it were left in the mailbox. */
export async function storeFloodNote(ctx: Ctx, tx: Tx, threadId: string): Promise<void> {
  const now = ctx.now();
  await lockThread(tx, threadId);
  const stored = await insertMessage(tx, {
    id: newId(),
    thread_id: threadId,
    direction: 'auto',
    author: 'PCB Beach Rentals',
    author_email: '',
    text: 'More mails came to this conversation within an hour than are read here; the rest is in your mailbox.',
    mail_id: floodMailId(threadId, now),
    created_at: now,
  });
  if (stored) await updateThread(tx, threadId, { is_unread: true, last_message_at: now });
}

async function closeThreadClock(tx: Tx, { id, kind }: ThreadSummary, now: Date): Promise<void> {
  if (kind === 'inquiry') await setInquiryStatus(tx, id, 'answered');
  await updateThread(tx, id, {
    status: 'answered',
    is_unread: false,
    waiting_since: null,
    alarmed_at: null,
    last_message_at: now,
  });
}

const mailKeyPrefix = 'message-';
const mailKey = (messageId: string): string => `${mailKeyPrefix}${messageId}`;

/** The id of the message that a mail with this key sends, or null for another mail. */
export const toMessageId = (key: string): string | null =>
  key.startsWith(mailKeyPrefix) ? key.slice(mailKeyPrefix.length) : null;

/** The Message-ID that the mail's own header has (`createMailTransport`). */
const toMailId = ({ settings }: Ctx, messageId: string): string =>
  `<${mailKey(messageId)}@${settings.mailFrom.address.split('@')[1] ?? 'localhost'}>`;

/**
 * Returns those of these messages that were not sent and are not tried any more: their mail failed for good, or it was deleted.
 * @param ids of stored messages
 */
export async function listUndeliverable(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  // The queue is read first: a mail that is delivered has marked its message as sent before it leaves the queue.
  const queued = await listQueuedMails(db, ids.map(mailKey));
  const unsent = await listUnsent(db, ids);
  return new Set(unsent.filter((id) => !queued.has(mailKey(id))));
}

/**
 * Queues undelivered messages again, for the address that the guest of the conversation has now; other mails are left out.
 * @param mails deleted from the queue
 * @param keys of the booking, by which its links open it: the former ones are replaced
 */
export async function requeueMessages(
  ctx: Ctx,
  tx: Tx,
  threadId: string,
  { mails, keys }: { mails: readonly MailJob[]; keys: { before: readonly string[]; now: string } },
): Promise<void> {
  const messages = mails.filter(({ key }) => toMessageId(key) !== null);
  const thread = messages.length > 0 ? await threadById(tx, threadId) : undefined;
  if (!thread) return;
  const sender = { business: await businessContact(tx), settings: ctx.settings, inReplyTo: null };
  for (const { key, text: _text, html: _html, expiresAt: _expiresAt, content, ...mail } of messages) {
    if (!content) continue;
    await ctx.mail.queue(tx, key, {
      ...mail,
      ...guestReplyTo(thread, sender),
      to: { name: greetingName(thread.guestName) ?? '', address: thread.guestEmail },
      content: JSON.parse(
        keys.before.reduce((text, old) => text.replaceAll(old, keys.now), JSON.stringify(content)),
      ),
    });
  }
}

/**
 * Records that the mail server accepted a message's mail, if the key is that of a message. Never fails, because the
 * mail would be sent twice.
 */
export async function recordSentMail(ctx: Ctx, key: string): Promise<void> {
  const id = toMessageId(key);
  if (id === null) return;
  await markSent(ctx.db, id, ctx.now()).catch((err: unknown) =>
    ctx.log.warn({ err, messageId: id }, 'a message was sent, which could not be recorded'),
  );
}
