import { createTransport } from 'nodemailer';
import type { Db } from '../db/client.server.ts';
import { addJob } from './queue.server.ts';

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
  leaveUrl?: string;
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
export interface MailJob extends MailMessage {
  key: string;
}

export const mail: Mail = {
  async queue(db, key, message) {
    const job: MailJob = { ...message, key };
    await addJob(db, 'send_mail', job, { key: `mail:${key}`, maxAttempts: 25 });
  },
};

/** Header values are one line each, whatever was typed. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const mailbox = ({ name, address }: Mailbox): Mailbox => ({ name: oneLine(name), address });

const leaveHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Delivers mail over SMTP. */
export interface MailTransport {
  /** @throws when the server did not take the mail for its recipient; the queue tries again later */
  deliver(job: MailJob): Promise<void>;
  close(): void;
}

/**
 * @param smtpUrl `smtp://user:password@host:port` or `smtps://…`
 * @param from the sender of every mail
 */
export function createMailTransport(smtpUrl: string, from: Mailbox): MailTransport {
  const transport = createTransport(smtpUrl, {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object);
  const domain = from.address.split('@')[1] ?? 'localhost';
  return {
    async deliver(job) {
      await transport.sendMail({
        from: mailbox(from),
        to: mailbox(job.to),
        replyTo: job.replyTo && mailbox(job.replyTo),
        envelope: { from: from.address, to: [job.to.address] },
        subject: oneLine(job.subject),
        text: job.text,
        html: job.html,
        headers: job.leaveUrl ? leaveHeaders(job.leaveUrl) : undefined,
        messageId: `<${job.key}@${domain}>`,
      });
    },
    close: () => transport.close(),
  };
}
