import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { mailboxName } from '../../../platform/mail/mailbox.server.ts';
import { AppError, toFieldErrors } from '../../../shared/errors.ts';
import { isoMoments } from '../../../shared/iso-moments.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { messageGuest, passToGuest } from '../../bookings/messages/message-guest.server.ts';
import { readReplies } from '../../inbox/replies/read-replies.server.ts';
import { mailboxPosition } from '../../inbox/replies/store.server.ts';
import { fillPlaceholders, placeholderValues } from '../../inbox/templates/placeholders.ts';
import { listTemplates } from '../../inbox/templates/store.server.ts';
import { findThreads } from '../../inbox/threads/find-threads.server.ts';
import {
  assertNothingNewer,
  listUndeliverable,
  noSuchThread,
  sendMessage,
} from '../../inbox/threads/messages.server.ts';
import { readResponseTime } from '../../inbox/threads/response-time.server.ts';
import {
  countThreads,
  listMessages,
  lockThread,
  messagesAfter,
  renewReplyTokens,
  setInquiryStatus,
  type Thread,
  type ThreadFilter,
  type ThreadSummary,
  threadById,
  updateThread,
} from '../../inbox/threads/store.server.ts';
import { getClock } from '../../inbox/threads/thread.ts';
import { replyValues } from '../../scheduled-messages/message-text.server.ts';
import type { ReplyRequest, TemplateList, ThreadDetail, ThreadList } from './contract.server.ts';

const pageSize = 25;
/** The highest number that the badge shows. */
const maxCounted = 1_000;

/** @throws as `requireAdmin` */
export async function listInbox(ctx: Ctx, filter: ThreadFilter, page: number): Promise<ThreadList> {
  requireAdmin(ctx);
  const { db } = ctx;
  const now = ctx.now();
  const [found, waiting, unread, responseTime, mailbox] = await Promise.all([
    findThreads(db, filter, { limit: pageSize, offset: (page - 1) * pageSize }),
    countThreads(db, { status: 'waiting' }, maxCounted),
    countThreads(db, { unread: true }, maxCounted),
    readResponseTime(ctx),
    readMailbox(ctx),
  ]);
  return {
    threads: found.rows.map((row) => ({
      ...toSummary(row, now),
      lastText: (row.lastText ?? '').slice(0, 200),
    })),
    total: found.total,
    hasMore: found.hasMore,
    page,
    pages: Math.max(1, Math.ceil(found.total / pageSize)) + (found.hasMore ? 1 : 0),
    waiting,
    unread,
    mailbox,
    usualResponseHours: responseTime.hours,
  };
}

async function readMailbox({ db, settings }: Ctx): Promise<ThreadList['mailbox']> {
  if (!settings.replies) return null;
  const position = await mailboxPosition(db, mailboxName(settings.replies.imapUrl));
  return { readAt: position?.last_read_at?.toISOString() ?? null, error: position?.last_error ?? '' };
}

const toSummary = (row: ThreadSummary, now: Date) => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  isUnread: row.isUnread,
  clock: getClock(row, now),
  guest: { name: row.guestName, email: row.guestEmail, phone: row.guestPhone },
  property: row.propertyTitle,
  checkin: row.checkin,
  checkout: row.checkout,
  guests: row.guests,
  bookingCode: row.bookingCode,
  lastMessageAt: row.lastMessageAt.toISOString(),
});

/** @throws AppError `notFound`, and as `requireAdmin` */
export async function readThread(ctx: Ctx, id: string): Promise<ThreadDetail> {
  requireAdmin(ctx);
  const thread = await findThread(ctx, id);
  const messages = await listMessages(ctx.db, thread.id);
  const unsent = messages.filter(
    ({ direction, sentAt }) => (direction === 'out' || direction === 'auto') && sentAt === null,
  );
  const undeliverable = await listUndeliverable(
    ctx.db,
    unsent.map(({ id: messageId }) => messageId),
  );
  return {
    ...toSummary(thread, ctx.now()),
    messages: messages.map((message) => ({
      ...isoMoments(message),
      isUndeliverable: undeliverable.has(message.id),
    })),
  };
}

async function findThread(ctx: Ctx, id: string): Promise<ThreadSummary> {
  const thread = isUuid(id) ? await threadById(ctx.db, id.toLowerCase()) : undefined;
  if (!thread) throw noSuchThread();
  return thread;
}

/** @throws AppError `notFound`, and as `requireAdmin` */
export async function fillTemplates(ctx: Ctx, id: string): Promise<TemplateList> {
  const { name } = requireAdmin(ctx);
  const values = await valuesFor(ctx, await findThread(ctx, id), name);
  return (await listTemplates(ctx.db)).map(({ text, ...template }) => ({
    ...template,
    ...fillPlaceholders(text, values),
  }));
}

const valuesFor = async (ctx: Ctx, thread: ThreadSummary, host: string) =>
  placeholderValues(thread, host, thread.bookingCode ? await replyValues(ctx, thread.id) : null);

/**
 * @param key of the request: repeated, it sends nothing more
 * @throws AppError `invalid`, `notFound`, `conflict` with the messages that came after it
 */
export async function replyToGuest(
  ctx: Ctx,
  id: string,
  { text: written, lastMessageId }: ReplyRequest,
  key: string | null,
): Promise<void> {
  const actor = requireAdmin(ctx);
  const thread = await findThread(ctx, id);
  const { text, problem } = fillPlaceholders(written, await valuesFor(ctx, thread, actor.name));
  if (problem) throw toFieldErrors({ text: problem });
  const seen = lastMessageId ? ({ messageId: lastMessageId, newer: 'reject' } as const) : undefined;
  if (thread.bookingCode) return messageGuest(ctx, thread.bookingCode, text, actor, key, seen);
  await ctx.db.transaction().execute(async (tx) => {
    await sendMessage(ctx, tx, thread.id, { text, actor, key, seen });
  });
}

/** Changes a thread under its lock. @throws AppError `notFound`, and as `requireAdmin` */
async function changeThread(
  ctx: Ctx,
  id: string,
  change: (tx: Tx, thread: Thread) => Promise<unknown>,
): Promise<void> {
  requireAdmin(ctx);
  const { id: threadId } = await findThread(ctx, id);
  await ctx.db.transaction().execute(async (tx) => {
    const thread = await lockThread(tx, threadId);
    if (!thread) throw noSuchThread();
    await change(tx, thread);
  });
}

/** @param lastMessageId that the host had on the screen @throws AppError `conflict` with the messages that came after it */
export const closeThread = (ctx: Ctx, id: string, lastMessageId?: string) =>
  changeThread(ctx, id, async (tx, thread) => {
    if (lastMessageId) assertNothingNewer(await messagesAfter(tx, thread.id, lastMessageId));
    if (thread.kind === 'inquiry') await setInquiryStatus(tx, thread.id, 'archived');
    await updateThread(tx, thread.id, {
      status: 'closed',
      is_unread: false,
      waiting_since: null,
      alarmed_at: null,
    });
  });

/**
 * Reopens a closed thread, which waits for no reply until its guest writes again.
 * @throws AppError `conflict` for a thread that is not closed
 */
export const reopenThread = (ctx: Ctx, id: string) =>
  changeThread(ctx, id, async (tx, thread) => {
    if (thread.status !== 'closed') throw new AppError('conflict', 'This conversation is open already.');
    if (thread.kind === 'inquiry') await setInquiryStatus(tx, thread.id, 'answered');
    await updateThread(tx, thread.id, { status: 'open', waiting_since: null });
  });

/** Renews leaked addresses: replies to earlier mails stay in the mailbox, later mails have the new addresses. */
export const renewAddresses = (ctx: Ctx, id: string) =>
  changeThread(ctx, id, (tx, thread) => renewReplyTokens(tx, thread.id));

export const markUnread = (ctx: Ctx, id: string, isUnread: boolean) =>
  changeThread(ctx, id, (tx, thread) => updateThread(tx, thread.id, { is_unread: isUnread }));

/** @throws AppError `conflict` where no mailbox is set, `unavailable` where it cannot be read */
export async function fetchMail(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  requireAdmin(ctx);
  if (!ctx.settings.replies)
    throw new AppError('conflict', 'No mailbox for answers is set: they go to your own mail.');
  await readReplies(ctx, passToGuest, signal).catch((cause: unknown) => {
    throw new AppError('unavailable', 'The mailbox for answers cannot be read just now.', { cause });
  });
}
