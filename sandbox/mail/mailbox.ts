import { randomUUID } from 'node:crypto';
import type { Address } from 'postal-mime';
import type { Journal } from '../append-log.ts';

/** One message as it arrived. Addresses are bare; several are joined by ", ". */
export type Message = {
  id: string;
  to: string;
  from: string;
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  /** Keys are in lower case; a header that occurs twice has its values joined by a line break. */
  headers: Record<string, string>;
  attachments: { filename: string; mimeType: string }[];
  /** ISO 8601, UTC. */
  receivedAt: string;
  /** The recipients of the envelope: the addresses that the mail server was really asked to deliver to. */
  rcpt: string[];
};

/** The caught mail, and the switch that makes the server reject mail. */
export type Mailbox = {
  /** Whether new mail is rejected, as by a server that is down for a while. */
  refuse: boolean;
  receive(raw: Buffer, rcpt: string[]): Promise<Message>;
  /** Newest first; with an address, only what was delivered or written to it. */
  messages(to?: string): Message[];
  message(id: string): Message | undefined;
  clear(): void;
};

export function openMailbox(journal: Journal): Mailbox {
  const messages = journal.table<Message>('mail', 1000);
  return {
    refuse: false,
    async receive(raw, rcpt) {
      const message = await readMessage(raw, rcpt);
      return messages.put(message.id, message);
    },
    messages: (to) =>
      messages
        .all()
        .toReversed()
        .filter((message) => !to || isTo(message, to.trim().toLowerCase())),
    message: (id) => messages.get(id),
    clear: () => messages.clear(),
  };
}

function isTo(message: Message, address: string): boolean {
  return [...message.rcpt, ...message.to.split(', ')].some((one) => one.toLowerCase() === address);
}

async function readMessage(raw: Buffer, rcpt: string[]): Promise<Message> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(raw);
  const headers: Record<string, string> = {};
  for (const { key, value } of mail.headers)
    headers[key] = headers[key] ? `${headers[key]}\n${value}` : value;
  return {
    id: randomUUID(),
    to: addresses(mail.to),
    from: addresses(mail.from ? [mail.from] : []),
    replyTo: addresses(mail.replyTo),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers,
    attachments: mail.attachments.map(({ filename, mimeType }) => ({ filename: filename ?? '', mimeType })),
    receivedAt: new Date().toISOString(),
    rcpt,
  };
}

function addresses(list: Address[] = []): string {
  return list.flatMap((one) => one.group?.map(({ address }) => address) ?? one.address ?? []).join(', ');
}
