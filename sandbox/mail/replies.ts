import { createTransport } from 'nodemailer';
import type { Journal } from '../append-log.ts';
import type { Message } from './mailbox.ts';

export type StoredReply = { uid: number; raw: Buffer };

/** The mailbox for replies, which the product reads by IMAP. */
export type ReplyBox = {
  uidValidity: number;
  /** Oldest first. */
  all(): StoredReply[];
  add(raw: Buffer): StoredReply;
};

export function openReplyBox(journal: Journal): ReplyBox {
  const replies = journal.table<{ uid: number; raw: string }>('replies', 300);
  const state = journal.table<number>('replies-state', 2);
  const uidValidity = state.get('validity') ?? state.put('validity', Math.floor(Date.now() / 1000));
  return {
    uidValidity,
    all: () => replies.all().map(({ uid, raw }) => ({ uid, raw: Buffer.from(raw, 'base64') })),
    add(raw) {
      const uid = state.put('last', (state.get('last') ?? 0) + 1);
      replies.put(String(uid), { uid, raw: raw.toString('base64') });
      return { uid, raw };
    },
  };
}

export type ReplyText = {
  text: string;
  html?: string;
  from?: string;
  headers?: Record<string, string>;
  /** Names of attached files. */
  attachments?: string[];
};

/** Makes the reply of a mail program to a caught mail, with that mail quoted below. */
export async function composeReply(message: Message, reply: ReplyText): Promise<Buffer> {
  const messageId = message.headers['message-id'];
  const quoted = message.text.trim().replaceAll(/^/gm, '> ');
  const [to = message.to] = message.rcpt;
  const mail = {
    from: reply.from ?? to,
    to: message.replyTo || message.from,
    subject: /^re:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`,
    text: `${reply.text}\n\nOn ${message.receivedAt}, ${message.from} wrote:\n\n${quoted}\n`,
    ...(reply.html ? { html: reply.html } : {}),
    ...(messageId ? { inReplyTo: messageId, references: messageId } : {}),
    headers: reply.headers ?? {},
    attachments: (reply.attachments ?? []).map((filename) => ({ filename, content: 'a file' })),
  };
  const { message: raw } = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail);
  return raw as Buffer;
}
