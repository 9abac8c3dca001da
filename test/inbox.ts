import { afterAll } from 'vitest';
import { startSandbox } from '../sandbox/main.ts';
import type { Platform } from '../src/platform/context.server.ts';
import { newId } from '../src/shared/uuid.server.ts';
import { type TestApp, testApp } from './app.ts';
import { addBooking, addProperty } from './bookings.ts';

export const replyDomain = 'answers.example';

export type Inbox = Awaited<ReturnType<typeof openInbox>>;

/** The API with a mailbox for replies, and the actions of guests and mail programs. */
export async function openInbox(overrides: Partial<Platform> = {}) {
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    appUrl: 'http://localhost:9',
    stripeSecretKey: 'sk',
    stripeWebhookSecret: 'wh',
    googleClientId: 'client',
    googleClientSecret: 'secret',
  });
  const env = { IMAP_URL: sandbox.imapUrl, REPLY_ADDRESS: `reply@${replyDomain}` };
  const app: TestApp = await testApp({ env, ...overrides });
  const { db } = app.platform;
  return {
    ...app,
    db,
    sandbox,
    /** Adds an inquiry of a second ago. @returns its id, which is that of its thread */
    async addInquiry(
      more: { name?: string; email?: string; phone?: string; message?: string; created_at?: Date } = {},
    ) {
      const id = newId();
      await db
        .insertInto('inquiries')
        .values({
          id,
          name: 'Ann Lee',
          email: 'ann@guests.example',
          phone: '',
          message: 'Is it free?',
          property_title: 'Sunset Villa',
          check_in: '2030-07-09',
          check_out: '2030-07-14',
          guests: 4,
          created_at: new Date(app.ctx.now().getTime() - 1_000),
          ...more,
        })
        .execute();
      return id;
    },
    /** A confirmed stay far ahead. */
    async addStay(more: Parameters<typeof addBooking>[1] | object = {}) {
      const { id } = await addProperty(db, { title: 'The Beachcomber' });
      return addBooking(db, { property_id: id, checkin: '2030-07-09', checkout: '2030-07-14', ...more });
    },
    thread: (id: string) =>
      db.selectFrom('threads').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    messages: (id: string) =>
      db.selectFrom('messages').selectAll().where('thread_id', '=', id).orderBy('created_at').execute(),
    /** Puts an unchanged mail into the mailbox for replies. */
    async deliver(source: string | Buffer): Promise<void> {
      await fetch(`${sandbox.url}/mail/replies`, {
        method: 'POST',
        body: new Uint8Array(Buffer.from(source)),
      });
    },
    async close() {
      await app.close();
      await sandbox.close();
    },
  };
}

export async function openInboxForFile(overrides?: Partial<Platform>): Promise<Inbox> {
  const inbox = await openInbox(overrides);
  afterAll(() => inbox.close());
  return inbox;
}

interface MailParts {
  token: string;
  text?: string;
  from?: string;
  id?: string;
  /** More header lines. */
  headers?: string[];
}

/** A plain reply as a mail program sends it. */
export const replyMail = ({ token, text = 'Yes, please.', from, id, headers = [] }: MailParts): string =>
  [
    `From: ${from ?? 'Ann Lee <ann@guests.example>'}`,
    `To: PCB Beach Rentals <reply+${token}@${replyDomain}>`,
    'Subject: Re: Your inquiry for Sunset Villa',
    ...(id === '' ? [] : [`Message-ID: ${id ?? `<${newId()}@guests.example>`}`]),
    ...headers,
    ...(headers.some((line) => /^content-type/i.test(line))
      ? []
      : ['Content-Type: text/plain; charset=utf-8']),
    '',
    text,
  ].join('\r\n');
