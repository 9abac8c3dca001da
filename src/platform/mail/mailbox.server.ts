import type { ImapFlow } from 'imapflow';
import { localHosts } from '../../env.server.ts';
import { composeMail, textLeaves } from './mail-parts.server.ts';

/** A mail as it came; `source` may be its beginning only, or its texts without its files. */
export interface ReceivedMail {
  uid: number;
  /** Larger than the length of the source if a text is cut. */
  sizeBytes: number;
  source: Buffer;
}

/** A folder of an IMAP server, opened only for reading. */
export interface OpenMailbox {
  /** UIDs are only valid together with it (RFC 3501, 2.3.1.1). */
  uidValidity: string;
  /** Fetches the mails with a higher UID, oldest first. */
  mailsAfter(uid: number): AsyncIterable<ReceivedMail>;
}

/** Enough for the text of any reply; larger attachments, which are not stored anyway, stay on the server. */
const maxSourceBytes = 512_000;
const maxMailsPerRun = 200;
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Names a mailbox without its password. */
export function mailboxName(imapUrl: string): string {
  const { username, host, pathname } = new URL(imapUrl);
  return `${decodeURIComponent(username)}@${host}${pathname.length > 1 ? pathname : '/INBOX'}`;
}

type MailClient = Pick<ImapFlow, 'fetchOne'>;

async function fetchMail(client: MailClient, uid: number): Promise<ReceivedMail | undefined> {
  const query = { uid: true, size: true, source: { maxLength: maxSourceBytes } };
  const mail = await client.fetchOne(String(uid), query, { uid: true });
  if (mail === false || !mail.source) return undefined;
  const whole = { uid, sizeBytes: mail.size ?? mail.source.length, source: mail.source };
  return whole.sizeBytes > whole.source.length ? ((await fetchTexts(client, whole)) ?? whole) : whole;
}

/** Fetches a mail whose photos or files exceed the limit: its headers and all its texts; its files only by name. */
async function fetchTexts(
  client: MailClient,
  { uid, sizeBytes }: ReceivedMail,
): Promise<ReceivedMail | undefined> {
  const structure = await client.fetchOne(String(uid), { uid: true, bodyStructure: true }, { uid: true });
  if (structure === false || !structure.bodyStructure?.childNodes) return undefined;
  const { leaves, isWhole } = textLeaves(structure.bodyStructure, maxSourceBytes);
  const bodyParts = leaves.flatMap(({ part, maxLength }) => [
    `${part}.MIME`,
    ...(maxLength > 0 ? [{ key: part, start: 0, maxLength }] : []),
  ]);
  const mail = await client.fetchOne(String(uid), { uid: true, headers: true, bodyParts }, { uid: true });
  if (mail === false || !mail.headers) return undefined;
  const source = composeMail(structure.bodyStructure, mail.headers, mail.bodyParts ?? new Map());
  return { uid, source, sizeBytes: isWhole ? source.length : Math.max(sizeBytes, source.length + 1) };
}

/** Opens a mailbox, passes it to `use`, and closes it after success and failure. @throws what the connection or `use` throws */
export async function withMailbox<T>(
  imapUrl: string,
  signal: AbortSignal | undefined,
  use: (mailbox: OpenMailbox) => Promise<T>,
): Promise<T> {
  const { ImapFlow } = await import('imapflow');
  const { protocol, hostname, port, username, password, pathname } = new URL(imapUrl);
  const isSecure = protocol === 'imaps:';
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (isSecure ? 993 : 143),
    secure: isSecure,
    ...timeouts,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    // A password crosses the network encrypted or not at all.
    doSTARTTLS: isSecure || localHosts.includes(hostname) ? undefined : true,
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
  });
  // A listener keeps a broken connection from ending the process; the call in flight rejects as well.
  client.on('error', () => {});
  const abort = () => client.close();
  signal?.addEventListener('abort', abort);
  try {
    await client.connect();
    const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX';
    const { uidValidity } = await client.mailboxOpen(folder, { readOnly: true });
    const result = await use({
      uidValidity: String(uidValidity),
      async *mailsAfter(uid) {
        const uids: number[] = [];
        // `n:*` has the last mail, too, when all are older (RFC 3501, 6.4.8).
        for await (const mail of client.fetch(`${uid + 1}:*`, { uid: true }, { uid: true }))
          if (mail.uid > uid) uids.push(mail.uid);
        for (const next of uids.sort((a, b) => a - b).slice(0, maxMailsPerRun)) {
          const mail = await fetchMail(client, next);
          if (mail) yield mail;
        }
      },
    });
    await client.logout().catch(() => {});
    return result;
  } finally {
    signal?.removeEventListener('abort', abort);
    client.close();
  }
}
