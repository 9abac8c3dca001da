import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { InboxTables, MessagesTable } from '../../../db/schema/inbox.ts';
import { bookingHas, inquiryHas, messageHas } from '../../../db/search-text.server.ts';

export type Thread = Selectable<InboxTables['threads']>;
export type Message = Selectable<MessagesTable>;

const allThreads = sql<Thread>`(select * from threads)`;

/** Threads with the guest and the stay they are about; without either for an inquiry in the trash. */
const threads = (db: Db, some = allThreads) =>
  db
    .selectFrom(some.as('threads'))
    .leftJoin('inquiries', (join) =>
      join.onRef('inquiries.id', '=', 'threads.id').on('threads.kind', '=', 'inquiry'),
    )
    .leftJoin('bookings', (join) =>
      join.onRef('bookings.id', '=', 'threads.id').on('threads.kind', '=', 'booking'),
    )
    .leftJoin('properties', 'properties.id', 'bookings.property_id')
    .where((row) => row.or([row('inquiries.id', 'is not', null), row('bookings.id', 'is not', null)]));

const summaries = (db: Db, some = allThreads) =>
  threads(db, some)
    .select(['threads.id', 'threads.kind', 'threads.status', 'threads.is_unread as isUnread'])
    .select(['threads.waiting_since as waitingSince', 'threads.last_message_at as lastMessageAt'])
    .select(['threads.reply_token as replyToken', 'threads.host_reply_token as hostReplyToken'])
    .select([
      sql<string>`coalesce(inquiries.name, bookings.name)`.as('guestName'),
      sql<string>`coalesce(inquiries.email, bookings.email)`.as('guestEmail'),
      sql<string>`coalesce(inquiries.phone, bookings.phone)`.as('guestPhone'),
      sql<string>`coalesce(inquiries.property_title, properties.title)`.as('propertyTitle'),
      sql<string>`coalesce(inquiries.check_in, bookings.checkin)`.as('checkin'),
      sql<string>`coalesce(inquiries.check_out, bookings.checkout)`.as('checkout'),
      sql<number>`coalesce(inquiries.guests, bookings.guests)`.as('guests'),
      'bookings.code as bookingCode',
      'bookings.status as bookingStatus',
    ]);

export type ThreadSummary = Awaited<ReturnType<typeof waitingThreads>>[number];

const lastText =
  sql<string>`(select text from messages where thread_id = threads.id and direction in ('in', 'out')
  order by created_at desc, id desc limit 1)`.as('lastText');

export interface ThreadFilter {
  status?: Thread['status'] | 'waiting';
  kind?: Thread['kind'];
  unread?: boolean;
  /** The search text: part of a name, an address, a home, a code or a message. */
  search?: string;
}

interface ThreadPage {
  limit: number;
  offset: number;
}

/** Searches each table separately, so that its trigram index is used. */
const idsWith = (search: string) => sql`
  select id from inquiries where ${inquiryHas(search)}
  union select id from bookings where ${bookingHas(search)}
  union select threads.id from properties join threads on property_id = properties.id where ${titleHas(search)}
  union select thread_id from messages where ${messageHas(search)}`;

const titleHas = (search: string) =>
  sql<boolean>`fold_search(properties.title) like search_pattern(${search})`;

const latestFirst = sql`order by last_message_at desc, id`;

/** The threads that a search selects from: only its matches, each read by its id. */
const matchingThreads = (search: string | undefined): RawBuilder<Thread> =>
  search
    ? sql`(select thread.* from (${idsWith(search)}) as matches
        cross join lateral (select * from threads where threads.id = matches.id limit 1) as thread
        ${latestFirst} offset 0)`
    : allThreads;

/** The conditions of a filter that a thread's own row decides. */
function fits({ status, kind, unread }: ThreadFilter): RawBuilder<boolean> {
  const conditions = [sql`true`];
  if (status === 'waiting') conditions.push(sql`threads.waiting_since is not null`);
  else if (status) conditions.push(sql`threads.status = ${status}`);
  if (kind) conditions.push(sql`threads.kind = ${kind}`);
  // The condition has no parameter, which would keep the index of unread threads out of the plan.
  if (unread !== undefined) conditions.push(unread ? sql`threads.is_unread` : sql`not threads.is_unread`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Whether a thread's inquiry or booking exists; a subquery, so that only as many as the page needs are looked up. */
const hasSubject = sql<boolean>`exists (
  select from inquiries where id = threads.id and threads.kind = 'inquiry'
  union all select from bookings where id = threads.id and threads.kind = 'booking')`;

/** The latest message first. The page is found before its guests and stays are read. */
export const listThreads = (db: Db, filter: ThreadFilter, { limit, offset }: ThreadPage) =>
  summaries(
    db,
    sql`(select * from ${matchingThreads(filter.search)} as threads where ${fits(filter)} and ${hasSubject}
      ${latestFirst} limit ${limit} offset ${offset})`,
  )
    .select(lastText)
    .orderBy('last_message_at', 'desc')
    .orderBy('threads.id')
    .execute();

/** Whether a conversation matches by its guest, stay or messages; checked one thread at a time. */
const contains = (search: string) => sql<boolean>`(
  ${inquiryHas(search)} or ${bookingHas(search)} or ${titleHas(search)}
  or exists (select from messages where thread_id = threads.id and ${messageHas(search)}))`;

/** Searches only the threads with the latest messages; each row has the number of all that match there. */
export const searchNewestThreads = (
  db: Db,
  { search, ...filter }: ThreadFilter & { search: string },
  { newest, limit, offset }: ThreadPage & { newest: number },
) =>
  summaries(db, sql`(select * from threads ${latestFirst} limit ${newest})`)
    .select([lastText, sql<number>`count(*) over ()`.as('matches')])
    .where(fits(filter))
    .where(contains(search))
    .orderBy('last_message_at', 'desc')
    .orderBy('threads.id')
    .limit(limit)
    .offset(offset)
    .execute();

/** Counts the matches, up to `max`. */
export const countThreads = async (db: Db, filter: ThreadFilter, max: number): Promise<number> => {
  const matches = db
    .selectFrom(matchingThreads(filter.search).as('threads'))
    .select('threads.id')
    .where(hasSubject)
    .where(fits(filter))
    .limit(max);
  const { count } = await db
    .selectFrom(matches.as('matches'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** The guest who has waited longest comes first. */
export const waitingThreads = (db: Db, limit = 200) =>
  summaries(db)
    .where('threads.waiting_since', 'is not', null)
    .orderBy('waiting_since')
    .limit(limit)
    .execute();

export const threadById = (db: Db, id: string) =>
  summaries(db).where('threads.id', '=', id).executeTakeFirst();

/** Finds the thread by the token in its guest's reply address, or in its hosts'. */
export const threadByToken = (db: Db, token: string) =>
  summaries(db)
    .where((row) => row.or([row('reply_token', '=', token), row('host_reply_token', '=', token)]))
    .executeTakeFirst();

export type TrashedThread = ThreadSummary & { deletedAt: Date; expiresAt: Date };

/** Finds the trashed conversation of an inquiry by such a token, with the guest of that inquiry. */
export async function trashedThreadByToken(
  db: Db,
  token: string,
  now: Date,
): Promise<TrashedThread | undefined> {
  const { rows } = await sql<TrashedThread>`
    select threads.id, kind, status, is_unread as "isUnread", waiting_since as "waitingSince",
      last_message_at as "lastMessageAt", reply_token as "replyToken", host_reply_token as "hostReplyToken",
      row ->> 'name' as "guestName", row ->> 'email' as "guestEmail", coalesce(row ->> 'phone', '') as "guestPhone",
      row ->> 'property_title' as "propertyTitle", row ->> 'check_in' as checkin, row ->> 'check_out' as checkout,
      (row ->> 'guests')::integer as guests, null as "bookingCode", null as "bookingStatus",
      trash.deleted_at as "deletedAt", trash.expires_at as "expiresAt"
    from threads
    join deleted_rows as trash on trash.table_name = 'inquiries' and trash.row_id = threads.id::text
    where threads.kind = 'inquiry' and ${token} in (reply_token, host_reply_token) and trash.expires_at > ${now}
    order by trash.deleted_at desc limit 1`.execute(db);
  return rows[0];
}

/** Loads the newest messages of a thread, oldest first. */
export const listMessages = async (db: Db, threadId: string) => {
  const newestFirst = await db
    .selectFrom('messages')
    .select(['id', 'direction', 'kind', 'text', 'author', 'author_email as authorEmail'])
    .select(['original_text as original', 'attachments', 'problem'])
    .select(['created_at as at', 'sent_at as sentAt'])
    .where('thread_id', '=', threadId)
    .where((row) => row.or([row('direction', '<>', 'unverified'), row('problem', '<>', '')]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute();
  return newestFirst.toReversed();
};

/** The newest messages that were or are to be mailed. */
export const latestMessages = (db: Db, threadId: string, limit: number) =>
  db
    .selectFrom('messages')
    .select(['direction', 'text'])
    .where('thread_id', '=', threadId)
    .where('direction', '<>', 'unverified')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

const floodMailPrefix = '<flood-';

/** The Message-ID of the note to the hosts that too many mails came; the same within an hour. */
export const floodMailId = (threadId: string, at: Date): string =>
  `${floodMailPrefix}${at.toISOString().slice(0, 13)}@${threadId}>`;

const isFloodNote = sql<boolean>`(messages.direction = 'auto' and messages.author_email = ''
  and starts_with(coalesce(messages.mail_id, ''), ${floodMailPrefix}))`;

/** Whether the guest is the author; automatic messages are the guest's only if they came from this address. */
const isByGuest = (email: string) =>
  sql<boolean>`(messages.direction = 'in' or messages.direction = 'auto' and messages.author_email = ${email})`;

/** Lists what a guest, the hosts and the site wrote to each other, for the download of the guest's data. */
export const listMessagesByEmail = (db: Db, email: string) =>
  threads(db)
    .innerJoin('messages', 'messages.thread_id', 'threads.id')
    .select((row) => [
      row
        .case()
        .when(isByGuest(email))
        .then('guest' as const)
        .else('hosts' as const)
        .end()
        .as('from'),
      'messages.author',
      'messages.text',
      'bookings.code as booking',
      'messages.created_at as sentAt',
    ])
    .where((row) => row.or([row('inquiries.email', '=', email), row('bookings.email', '=', email)]))
    .where('messages.direction', '<>', 'unverified')
    .where((row) => row.not(isFloodNote))
    .orderBy('messages.created_at')
    .limit(5000)
    .execute();

/** Opens the thread of a booking, unless it has one. @param status of one that is opened */
export const openBookingThread = (tx: Tx, bookingId: string, at: Date, status: Thread['status'] = 'new') =>
  tx
    .insertInto('threads')
    .values({
      id: bookingId,
      kind: 'booking',
      status,
      is_unread: false,
      last_message_at: at,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

/** Locks a thread, so that its messages are stored one after the other. */
export const lockThread = (tx: Tx, id: string): Promise<Thread | undefined> =>
  tx.selectFrom('threads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Locks a thread after its booking, if it has one: the order in which corrections of a guest lock both. */
export async function lockWithBooking(tx: Tx, id: string): Promise<Thread | undefined> {
  await tx.selectFrom('bookings').select('id').where('id', '=', id).forKeyShare().execute();
  return lockThread(tx, id);
}

/** @returns `undefined` where the mail or the key has been stored already */
export const insertMessage = (tx: Tx, message: Insertable<MessagesTable>): Promise<Message | undefined> =>
  tx
    .insertInto('messages')
    .values(message)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/**
 * Empties all but the newest messages of a thread that were not forwarded. Their rows stay, because the
 * mailbox may be read again.
 */
export const emptyOldUnverified = (tx: Tx, threadId: string, newest: number) =>
  sql`update messages set text = '', original_text = null, attachments = '{}', problem = '', author = '', author_email = ''
    where id in (
      select id from messages where thread_id = ${threadId} and direction = 'unverified' and problem <> ''
      order by created_at desc, id desc offset ${newest})`.execute(tx);

/** The messages after one message of a thread, oldest first. */
export const messagesAfter = (db: Db, threadId: string, messageId: string): Promise<Message[]> =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('direction', 'in', ['in', 'out'])
    .where(
      sql<boolean>`(created_at, id) > (select created_at, id from messages where id = ${messageId} and thread_id = ${threadId})`,
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute();

export const messageByKey = (db: Db, threadId: string, key: string) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

/** Whether a mail has been stored before, as an incoming or an outgoing one. */
export const isStored = async (
  db: Db,
  threadId: string,
  { mailId, key }: { mailId: string; key: string },
): Promise<boolean> =>
  (await db
    .selectFrom('messages')
    .select('id')
    .where('thread_id', '=', threadId)
    .where((row) => row.or([row('mail_id', '=', mailId), row('idempotency_key', '=', key)]))
    .executeTakeFirst()) !== undefined;

/** The newest mail of a thread, which a reply refers to. */
export const lastMailId = async (db: Db, threadId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('messages')
    .select('mail_id')
    .where('thread_id', '=', threadId)
    .where('mail_id', 'is not', null)
    .where('direction', 'in', ['in', 'out'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.mail_id ?? null;
};

export const updateThread = (db: Db, id: string, values: Updateable<InboxTables['threads']>) =>
  db.updateTable('threads').set(values).where('id', '=', id).execute();

/** Replaces the tokens, so that mail to the former addresses reaches no conversation. */
export const renewReplyTokens = (db: Db, id: string) =>
  db
    .updateTable('threads')
    .set({ reply_token: sql`default`, host_reply_token: sql`default` })
    .where('id', '=', id)
    .execute();

export const setInquiryStatus = (tx: Tx, id: string, status: 'new' | 'answered' | 'archived') =>
  tx.updateTable('inquiries').set({ status }).where('id', '=', id).where('status', '<>', status).execute();

export const countMessagesSince = async (
  db: Db,
  threadId: string,
  direction: Message['direction'],
  since: Date,
): Promise<number> => {
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('thread_id', '=', threadId)
    .where('direction', '=', direction)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
};

/** Counts the messages, and the bytes of their texts. */
export const receivedSince = (db: Db, threadId: string, direction: Message['direction'], since: Date) =>
  db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(
      sql<number>`coalesce(sum(octet_length(text) + coalesce(octet_length(original_text), 0)), 0)`.as(
        'bytes',
      ),
    )
    .where('thread_id', '=', threadId)
    .where('direction', '=', direction)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();

export const markSent = (db: Db, messageId: string, at: Date) =>
  db.updateTable('messages').set({ sent_at: at }).where('id', '=', messageId).execute();

/** Returns those of these messages whose mail to the guest the mail server has not accepted. */
export async function listUnsent(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('id')
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    // An automatic message of the site has a mail of this name; one that came from outside was never queued.
    .where(sql<boolean>`(direction = 'out' or starts_with(mail_id, '<message-' || id || '@'))`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes a message that was not sent, with the thread of a booking that has no other. */
export async function deleteMessage(tx: Tx, threadId: string, id: string): Promise<void> {
  // A message that is stored concurrently would be deleted with the thread.
  await lockThread(tx, threadId);
  await tx.deleteFrom('messages').where('id', '=', id).execute();
  await tx
    .deleteFrom('threads')
    .where('id', '=', threadId)
    .where('kind', '=', 'booking')
    .where(sql<boolean>`not exists (select from messages where thread_id = threads.id)`)
    .execute();
}

/** Threads whose guest has waited since before `before`, and about which the hosts have not been alarmed. */
export const overdueThreads = (db: Db, before: Date) =>
  summaries(db)
    .where('threads.waiting_since', '<=', before)
    .where('alarmed_at', 'is', null)
    .orderBy('waiting_since')
    .limit(100)
    .execute();

export const deleteThreads = (db: Db, ids: string[]) =>
  db.deleteFrom('threads').where('id', 'in', ids).where('kind', '=', 'inquiry').execute();

/** Deletes the conversations of an address whose inquiries are in the trash. */
export const deleteThreadsInTrash = (db: Db, email: string) =>
  sql`delete from threads using deleted_rows where kind = 'inquiry' and table_name = 'inquiries'
    and row_id = threads.id::text and row ->> 'email' = ${email}`.execute(db);
