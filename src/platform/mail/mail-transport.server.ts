import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { FinalFailure } from '../queue/run-job.server.ts';
import { toPlainText, withoutExpired } from './email-content.server.ts';
import type { AttachmentMakers, Mailbox, MailJob } from './mailer.server.ts';
import { siteMailHeader } from './site-mail-header.ts';

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Keeps user input from adding headers (T-89). */
const stripControlChars = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const mailbox = ({ name, address }: Mailbox): Mailbox => ({ name: stripControlChars(name), address });

function toHeaders(domain: string, { unsubscribeUrl }: MailJob): Record<string, string> {
  const headers: Record<string, string> = { [siteMailHeader]: domain };
  if (unsubscribeUrl) {
    headers['List-Unsubscribe'] = `<${unsubscribeUrl}>`;
    headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click';
  }
  return headers;
}

const dotAtom = /^[\w-]+(?:\.[\w-]+)*$/;
const maxIdLeftLength = 150;

/**
 * Returns the left part of a Message-ID, a dot-atom (RFC 5322, 3.6.4), which some servers insist on. A key that is none, or too
 * long, gets a hash of itself, so that the IDs of two keys differ.
 */
function toIdLeft(key: string): string {
  if (dotAtom.test(key) && key.length <= maxIdLeftLength) return key;
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16);
  return `${key.slice(0, maxIdLeftLength)}.${hash}`.replaceAll(/[^\w-]+/g, '.').replace(/^\./, '');
}

export interface MailTransport {
  /**
   * Delivers a mail unless it has expired.
   * @returns whether the mail server accepted it
   * @throws FinalFailure for a permanently rejected mailbox
   */
  deliver(job: MailJob, signal?: AbortSignal, makers?: AttachmentMakers): Promise<boolean>;
  close(): void;
}

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
    async deliver(queued, signal, makers = {}) {
      if (queued.expiresAt !== undefined && Date.parse(queued.expiresAt) <= now().getTime()) return false;
      const job = current(queued, now());
      const mail = {
        signal,
        from: mailbox(from),
        to: mailbox(job.to),
        replyTo: job.replyTo && mailbox(job.replyTo),
        envelope: { from: from.address, to: [job.to.address] },
        subject: stripControlChars(job.subject),
        text: job.text,
        html: await renderHtml(job),
        attachments: await makeAttachments(job, makers, now()),
        headers: toHeaders(domain, job),
        messageId: `<${toIdLeft(job.key)}@${domain}>`,
        inReplyTo: job.inReplyTo,
        references: job.inReplyTo,
      };
      await transport.sendMail(mail).catch((error: SmtpError) => {
        throw isFinal(error) ? new FinalFailure(error.message, { cause: error }) : error;
      });
      return true;
    },
    close: () => transport.close(),
  };
}

/** Removes access that is no longer due from a mail, however long it waited. */
function current(job: MailJob, now: Date): MailJob {
  if (!job.content) return job;
  const content = withoutExpired(job.content, now);
  const isWhole = content.blocks.length === job.content.blocks.length;
  return isWhole ? job : { ...job, content, text: toPlainText(content) };
}

/** The HTML of a mail; what renders it is loaded with the first one. */
async function renderHtml({ content, html }: MailJob): Promise<string | undefined> {
  if (!content) return html;
  const { renderEmail } = await import('./render-email.server.tsx');
  return renderEmail(content);
}

const makeAttachments = ({ attachments = [] }: MailJob, makers: AttachmentMakers, now: Date) =>
  Promise.all(
    attachments.map(async ({ filename, data }) => {
      const make = makers[filename];
      if (!make) throw new Error(`nothing makes the attachment ${filename}`);
      return { filename, content: await make(data as never, now) };
    }),
  );

type SmtpError = Error & { command?: string; response?: string; responseCode?: number };

/** RFC 3463: addresses and mailboxes, but for 5.1.7 and 5.1.8, which are about the sender. */
const mailboxStatus = /^5\.(?:1\.(?![78]$)|2\.)/;
/** RFC 5321: responses about a mailbox, from servers without such status codes. */
const mailboxResponses = [550, 551, 553];

/** Whether a server rejects the mailbox for good: one that rejects us, as a relay or a blocked host, may take the mail later. */
function isFinal({ command, response = '', responseCode = 0 }: SmtpError): boolean {
  if (command !== 'RCPT TO') return false;
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  return status ? mailboxStatus.test(status) : mailboxResponses.includes(responseCode);
}
