import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Db } from '../../db/client.server.ts';
import { addJob, FinalFailure } from '../queue/job-queue.server.ts';

/** A person's name and address; the address was checked with `canonicalEmail` before. */
export interface Mailbox {
  name: string;
  address: string;
}

export interface MailMessage {
  to: Mailbox;
  replyTo?: Mailbox;
  subject: string;
  text: string;
  html: string;
  /** For mail to a list: what mail programs post to when a person leaves it with one press (RFC 8058). */
  unsubscribeUrl?: string;
  /** When it is worth nothing any more, such as a code's; it goes before other mail, and is not sent later. */
  expiresAt?: Date;
}

/** Puts mail into the queue of the database it is given, so that a rolled-back change sends nothing. */
export interface Mail {
  /**
   * @param db the transaction of the change that the mail tells of
   * @param key names the mail for good: a second call with it, at any time before delivery, sends nothing more
   */
  queue(db: Db, key: string, message: MailMessage): Promise<void>;
}

/** The queue's payload; `key` becomes the Message-ID, so a mailbox shows a repeated delivery once. */
export interface MailJob extends Omit<MailMessage, 'expiresAt'> {
  key: string;
  /** In ISO 8601. */
  expiresAt?: string;
}

const urgentPriority = -10;

export const mail: Mail = {
  async queue(db, key, message) {
    const job: MailJob = { ...message, key, expiresAt: message.expiresAt?.toISOString() };
    const priority = message.expiresAt ? urgentPriority : 0;
    await addJob(db, 'send_mail', job, { key: `mail:${key}`, maxAttempts: 25, priority });
  },
};

/** Drops the mail that waits or failed for good, to a person and about one, with what it holds of them. */
export async function deleteQueuedMail(db: Db, email: string): Promise<void> {
  await sql`delete from graphile_worker._private_jobs
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'send_mail')
      and ${email} in (payload -> 'to' ->> 'address', payload -> 'replyTo' ->> 'address')`.execute(db);
}

/** A job is given up above `maxSendMs`: more than a slow server takes, less than makes other mail wait for long. */
export const maxSendMs = 45_000;
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Header values are one line each, whatever was typed. */
const stripControlChars = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const mailbox = ({ name, address }: Mailbox): Mailbox => ({ name: stripControlChars(name), address });

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Delivers mail over SMTP. */
export interface MailTransport {
  /**
   * Delivers a mail, unless it has expired.
   * @param signal breaks the connection off
   * @throws FinalFailure when the server says that it never takes mail for this recipient; any other error when it did not
   * take it now, and the queue tries again later
   */
  deliver(job: MailJob, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * @param smtpUrl `smtp://user:password@host:port` or `smtps://…`
 * @param from the sender of every mail
 */
export function createMailTransport(
  smtpUrl: string,
  from: Mailbox,
  now: () => Date = () => new Date(),
): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.split('@')[1] ?? 'localhost';
  return {
    async deliver(job, signal) {
      if (job.expiresAt !== undefined && Date.parse(job.expiresAt) <= now().getTime()) return;
      const mail = {
        signal,
        from: mailbox(from),
        to: mailbox(job.to),
        replyTo: job.replyTo && mailbox(job.replyTo),
        envelope: { from: from.address, to: [job.to.address] },
        subject: stripControlChars(job.subject),
        text: job.text,
        html: job.html,
        headers: job.unsubscribeUrl ? unsubscribeHeaders(job.unsubscribeUrl) : undefined,
        messageId: `<${job.key}@${domain}>`,
      };
      await transport.sendMail(mail).catch((error: SmtpError) => {
        throw isFinal(error) ? new FinalFailure(error.message, { cause: error }) : error;
      });
    },
    close: () => transport.close(),
  };
}

type SmtpError = Error & { command?: string; responseCode?: number };

/** A permanent refusal of the recipient (RFC 5321, 4.2.1), such as of a mailbox that does not exist. */
const isFinal = ({ command, responseCode = 0 }: SmtpError): boolean =>
  command === 'RCPT TO' && responseCode >= 500;
