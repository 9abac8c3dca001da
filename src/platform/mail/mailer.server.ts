import { sql } from 'kysely';
import type { Db } from '../../db/client.server.ts';
import { isFailedJob } from '../../db/failed-jobs.server.ts';
import { addJob } from '../queue/jobs-store.server.ts';
import { type EmailContent, toPlainText } from './email-content.server.ts';
import { type MailGuest, withoutGuest } from './without-guest.server.ts';

/** The address has been checked with `canonicalEmail`. */
export interface Mailbox {
  name: string;
  address: string;
}

/** The links to leave a list: a page, and the URL that mail programs post to on their own (RFC 8058). */
export interface UnsubscribeLinks {
  page: string;
  oneClick: string;
}

export interface MailMessage {
  to: Mailbox;
  replyTo?: Mailbox;
  /** The guest whom a mail to the hosts names: it is delivered without them if they delete their account first. */
  guest?: MailGuest;
  subject: string;
  content: EmailContent;
  attachments?: MailAttachment[];
  /** The Message-ID of the mail that this one replies to. */
  inReplyTo?: string;
  /** Mail programs post to it for one-click unsubscription (RFC 8058). */
  unsubscribeUrl?: string;
  /** The booking whose `{access}`, `{wifi}` and `{review}` its paragraphs hold; they are filled in when the mail is delivered. */
  accessOf?: string;
  /** The booking whose address and access its parts with `until` hold; they are read again when the mail is delivered. */
  accessParts?: string;
  /** The home and check-in that `accessOf` and `accessParts` apply to; a move to others sends its own mail. */
  accessFor?: { property_id: string; checkin: string };
  /** The mail is dropped if the booking of `accessParts` shows none of them when it is delivered. */
  isAboutAccess?: boolean;
  /** ISO 8601: a scheduled message that could not be delivered until then is skipped. */
  skipAfter?: string;
  /** Goes before other mail and is not sent after this moment, such as a login code. */
  expiresAt?: Date;
}

/** A file that is made from its data when the mail is delivered; its name selects the function. */
interface MailAttachment {
  filename: string;
  data: unknown;
}

/** Functions that make attachments from their data, by file name. */
export type AttachmentMakers = Record<string, (data: never, now: Date) => Promise<Buffer>>;

export interface Mail {
  /** Queues a mail in the transaction of its change; a second call with the key sends nothing more. */
  queue(db: Db, key: string, message: MailMessage): Promise<void>;
}

/** The queue's payload; the Message-ID is made of `key`, so a mailbox shows a repeated delivery once. */
export interface MailJob extends Omit<MailMessage, 'content' | 'expiresAt'> {
  key: string;
  text: string;
  /** Rendered to HTML when it is delivered: outside transactions, and while no guest waits. */
  content?: EmailContent;
  /** The HTML of a mail that an older release queued, instead of its content. */
  html?: string;
  /** An ISO 8601 moment. */
  expiresAt?: string;
}

const urgentPriority = -10;

export const mail: Mail = {
  async queue(db, key, message) {
    const text = toPlainText(message.content);
    const job: MailJob = { ...message, key, text, expiresAt: message.expiresAt?.toISOString() };
    const priority = message.expiresAt ? urgentPriority : 0;
    await addJob(db, 'send_mail', toStorable(job), { key: `mail:${key}`, maxAttempts: 25, priority });
  },
};

/** Removes NUL and unpaired surrogates: with them in one mail, PostgreSQL rejects queries over all mails. */
const toStorable = (job: MailJob): MailJob =>
  JSON.parse(
    JSON.stringify(job, (_, value) =>
      typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
    ),
  );

/** Deletes the mail to a guest that is queued or has failed, and takes the guest out of the mail to the hosts. */
export async function deleteGuestFromMail(db: Db, email: string): Promise<void> {
  const { rows } = await sql<{
    id: string;
    payload: MailJob;
  }>`select id, payload from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'send_mail')
      and ${email} in (payload -> 'to' ->> 'address', payload -> 'guest' ->> 'email',
        payload -> 'replyTo' ->> 'address')
    for update`.execute(db);
  for (const { id, payload } of rows) {
    const anonymous = payload.guest?.email === email ? withoutGuest(payload) : null;
    if (anonymous)
      await sql`update graphile_worker._private_jobs set payload = ${JSON.stringify(anonymous)}::json
        where id = ${id}`.execute(db);
    else await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(db);
  }
}

interface MailAbout {
  to: string;
  /** A text that the mail contains, such as the code of a booking. */
  about: string;
}

const isIdleMail = ({ to, about }: MailAbout) => sql<boolean>`
  task_id = (select id from graphile_worker._private_tasks where identifier = 'send_mail')
    and locked_at is null and payload -> 'to' ->> 'address' = ${to}
    and position(${about} in concat(payload ->> 'subject', payload ->> 'text')) > 0`;

/** Deletes queued and failed mail to an address. @returns it, the oldest first */
export async function deleteQueuedMail(db: Db, mail: MailAbout): Promise<MailJob[]> {
  const { rows } = await sql<{ payload: MailJob }>`
    with deleted as (delete from graphile_worker._private_jobs where ${isIdleMail(mail)} returning id, payload)
    select payload from deleted order by id`.execute(db);
  return rows.map(({ payload }) => payload);
}

/** Deletes mail to an address that is outdated before it was delivered; failed mail stays. @param keys the beginnings of their keys */
export const deleteOutdatedMail = (db: Db, { keys, ...mail }: MailAbout & { keys: readonly string[] }) =>
  sql`delete from graphile_worker._private_jobs
    where ${isIdleMail(mail)} and not ${isFailedJob} and key like any(${keys.map((key) => `mail:${key}%`)})`.execute(
    db,
  );

/** Returns those of these mails that failed for good in the last 30 days. */
export async function listFailedMails(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`select substr(key, 6) as key from graphile_worker._private_jobs
    where key = any(${keys.map((key) => `mail:${key}`)}) and ${isFailedJob}`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Returns those of these mails that are queued and have not failed for good. */
export async function listQueuedMails(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`select substr(key, 6) as key from graphile_worker._private_jobs
    where key = any(${keys.map((key) => `mail:${key}`)}) and not ${isFailedJob}`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** The timeout of a job: longer than a slow server needs, but short enough for other mail. */
export const maxSendMs = 45_000;
