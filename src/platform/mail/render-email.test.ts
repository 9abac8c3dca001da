import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMailServer, type TestMailServer } from '../../../test/mail-server.ts';
import { type EmailContent, toPlainText } from './email-content.server.ts';
import { createMailTransport } from './mail-transport.server.ts';
import type { MailJob } from './mailer.server.ts';
import { renderEmail } from './render-email.server.tsx';
import { colors } from './theme.server.ts';

const content: EmailContent = {
  title: 'Your nights are held',
  kicker: 'Booking 7K3MQ2XA',
  image: { url: 'http://localhost:3000/media/a/1200.jpg', alt: 'The Beachcomber' },
  blocks: [
    'Hello,\nyou',
    { kind: 'heading', text: 'Bill' },
    { kind: 'facts', rows: [['Home', 'The Beachcomber']] },
    {
      kind: 'bill',
      rows: [
        { label: 'Cleaning', amount: '$150.00' },
        { label: 'Total', amount: '$1,131.20', isTotal: true },
      ],
    },
    { kind: 'code', text: '123456' },
    { kind: 'quote', text: 'Door code\n4711' },
    { kind: 'button', label: 'Pay', url: 'http://localhost:3000/book/7K3MQ2XA?a=1&b=2' },
    { kind: 'link', text: 'No more?', label: 'Leave', url: 'http://localhost:3000/leave' },
  ],
  contact: { name: 'PCB Beach Rentals', phone: '(850) 555-0142', email: 'hello@pcb.example' },
  siteUrl: 'http://localhost:3000',
  reason: 'You asked for it.',
};

let server: TestMailServer;
beforeAll(async () => {
  server = await openMailServer();
});
afterAll(() => server.close());

test('the plain-text part has every block in order, with whole URLs', () => {
  expect(toPlainText(content)).toBe(`Booking 7K3MQ2XA

Hello,
you

Bill:

Home: The Beachcomber

Cleaning: $150.00
Total: $1,131.20

123456

Door code
4711

Pay: http://localhost:3000/book/7K3MQ2XA?a=1&b=2

No more? http://localhost:3000/leave

PCB Beach Rentals
(850) 555-0142 · hello@pcb.example
http://localhost:3000

You asked for it.
`);
});

test('a mail without contact, image, kicker and site has no link and no image', () => {
  const bare: EmailContent = { title: 'Hello', blocks: ['Text'] };
  expect(toPlainText(bare)).toBe('Text\n');
  expect(renderEmail(bare)).not.toMatch(/<img|href=|src=/);
});

test('figures of the display type stand on the line, as in “$1,131.20 is due”', () => {
  const styles = [...renderEmail(content).matchAll(/style="([^"]*Young Serif[^"]*)"/g)].map(
    ([, style]) => style,
  );
  expect(styles).toHaveLength(3);
  for (const style of styles) expect(style).toMatch(/Young Serif.*;font-variant-numeric:lining-nums/);
});

test('the layout declares its language, its title and both color schemes, and loads nothing but the image', () => {
  const html = renderEmail(content);
  expect(html).toMatch(/^<!doctype html><html[^>]* lang="en"/);
  expect(html).toContain('<title>Your nights are held</title>');
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).toContain('@media (prefers-color-scheme:dark)');
  expect(html.match(/(?:src|background)="[^"]*"/g)).toEqual(['src="http://localhost:3000/media/a/1200.jpg"']);
  expect(html).not.toMatch(/<link|<script|url\(|@import|@font-face/);
  expect(html).toContain('href="tel:8505550142"');
  expect(html).toContain('href="http://localhost:3000/book/7K3MQ2XA?a=1&amp;b=2"');
});

test('the text of a block is escaped', () => {
  const hostile = '<img src=x onerror=alert(1)></style><script>"\'&';
  const html = renderEmail({
    title: hostile,
    kicker: hostile,
    image: { url: 'http://localhost:3000/a.jpg', alt: hostile },
    blocks: [
      hostile,
      { kind: 'facts', rows: [[hostile, hostile]] },
      { kind: 'bill', rows: [{ label: hostile, amount: hostile }] },
      { kind: 'quote', text: hostile },
    ],
    reason: hostile,
  });
  expect(html).not.toMatch(/<script|<img src=x|<\/style><script/);
  expect(html.match(/<style>/g)).toHaveLength(1);
  expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;/g)?.length).toBeGreaterThan(8);
});

test('every color of mails and receipts is a token of the site', () => {
  const styles = readFileSync(new URL('../../styles.css', import.meta.url), 'utf8');
  for (const [name, value] of Object.entries(colors)) expect(styles).toContain(`--color-${name}: ${value};`);
});

const deliver = (job: Partial<MailJob>, makers = {}) =>
  createMailTransport(server.url, { name: 'Hosts', address: 'stay@pcb.example' }).deliver(
    { key: 'a', to: { name: '', address: 'ann@guests.example' }, subject: 'Hi', text: 'text', ...job },
    undefined,
    makers,
  );

test('content is rendered, and attachments are made of their data, when a mail is delivered', async () => {
  const makers = { 'receipt.pdf': async ({ code }: { code: string }) => Buffer.from(`%PDF ${code}`) };
  await deliver({ content, attachments: [{ filename: 'receipt.pdf', data: { code: '7K3M' } }] }, makers);
  const mail = await PostalMime.parse(server.raw.at(-1) ?? '');
  expect(mail.html?.trim()).toBe(renderEmail(content));
  expect(mail.text?.trim()).toBe('text');
  expect(mail.attachments).toMatchObject([{ filename: 'receipt.pdf', mimeType: 'application/pdf' }]);
  expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).toBe('%PDF 7K3M');
});

test('a mail that an older release queued goes out with its own HTML', async () => {
  await deliver({ html: '<p>older</p>' });
  expect((await PostalMime.parse(server.raw.at(-1) ?? '')).html?.trim()).toBe('<p>older</p>');
});

test('a mail with an attachment that has no maker is not sent', async () => {
  const sent = server.raw.length;
  await expect(deliver({ content, attachments: [{ filename: 'x.pdf', data: {} }] })).rejects.toThrow('x.pdf');
  expect(server.raw).toHaveLength(sent);
});
