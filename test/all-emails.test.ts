import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachmentMakers } from '../src/jobs.server.ts';
import { toPlainText } from '../src/platform/mail/email-content.server.ts';
import { createMailTransport } from '../src/platform/mail/mail-transport.server.ts';
import type { MailMessage } from '../src/platform/mail/mailer.server.ts';
import { renderEmail } from '../src/platform/mail/render-email.server.tsx';
import { bookingEmails, otherEmails } from './emails.ts';
import { openMailServer, type TestMailServer } from './mail-server.ts';

const hostile =
  '<img src=x onerror=alert(1)>\r\nBcc: eve@evil.example\r\n\r\n</style><script>alert(1)</script>';
const all = Object.entries({ ...bookingEmails({}, 'We look forward to it.'), ...otherEmails() });
const hostileOnes = Object.entries({
  ...bookingEmails({ guestName: hostile, guestPhone: hostile, propertyTitle: hostile }, hostile),
  ...otherEmails(hostile, hostile),
});

let server: TestMailServer;
beforeAll(async () => {
  server = await openMailServer();
});
afterAll(() => server.close());

async function deliver({ expiresAt: _, ...message }: MailMessage) {
  const transport = createMailTransport(server.url, { name: 'Hosts', address: 'stay@pcb.example' });
  const job = { ...message, key: 'test', text: toPlainText(message.content) };
  await transport.deliver(job, undefined, attachmentMakers);
  transport.close();
  const raw = server.raw.at(-1) ?? '';
  return { raw, mail: await PostalMime.parse(raw) };
}

test.each(all)(
  'the mail "%s" has HTML of at most 60 KB and a twin in plain text that says the same',
  async (_, message) => {
    const { mail } = await deliver(message);
    expect(Buffer.byteLength(mail.html ?? '')).toBeLessThanOrEqual(60_000);
    const amounts = (text = '') => new Set(text.match(/\$[\d,]+\.\d\d|\b(?:July|June) \d+, 2027/g));
    expect(amounts(mail.text)).toEqual(amounts(mail.html));
    expect(amounts(`${mail.text}${mail.subject}`)).toEqual(amounts(mail.text));
    expect(mail.text).not.toMatch(/<\w|&\w+;|undefined|null|NaN/);
  },
);

test.each(all)(
  'the mail "%s" has one thing to press at most, and knows no origin but ours',
  (name, message) => {
    const html = renderEmail(message.content);
    const buttons = message.content.blocks.filter(
      (block) => typeof block === 'object' && block.kind === 'button',
    );
    expect(html.match(/class="button"/g)?.length ?? 0).toBe(buttons.length);
    expect(buttons).toHaveLength(['sign-in code', 'address changed'].includes(name) ? 0 : 1);
    const addresses = `${html}${toPlainText(message.content)}`.match(/https?:[^\s"<]+/g) ?? [];
    for (const address of addresses) expect(new URL(address).origin).toBe('http://localhost:3000');
    expect(html).not.toMatch(/<link|<script|url\(|@import|srcset|<iframe|width="1"/);
  },
);

test.each(hostileOnes)(
  'T-89: "%s" stays one mail to one address, and what was typed stays text',
  async (_, message) => {
    const { raw, mail } = await deliver(message);
    const usual =
      /^(from|to|reply-to|subject|message-id|date|mime-version|content-type|list-unsubscribe(-post)?|x-site-mail)$/;
    for (const { key } of mail.headers) expect(key).toMatch(usual);
    expect(server.taken.at(-1)).toBe(message.to.address);
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
    expect(mail.html).not.toMatch(/<script|<img src="?x|onerror="/);
  },
);

test('the confirmation with its receipt and calendar file arrives whole', async () => {
  const { raw, mail } = await deliver(bookingEmails().confirmed as MailMessage);
  const files = mail.attachments.map(({ filename, mimeType }) => [filename, mimeType]);
  expect(files).toEqual([
    ['stay.ics', 'text/calendar'],
    ['receipt.pdf', 'application/pdf'],
  ]);
  expect(raw.length).toBeLessThan(60_000);
});
