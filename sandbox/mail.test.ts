import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Message } from './mail/mailbox.ts';
import { type Fixture, openFixture, send } from './test-fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());
beforeEach(() => send(`${fixture.url}/mail/messages`, undefined, 'DELETE'));

function post(message: {
  to: string;
  subject?: string;
  text?: string;
  html?: string;
  replyTo?: string;
  bcc?: string;
}) {
  return createTransport(fixture.smtpUrl).sendMail({
    from: { name: 'PCB', address: 'hello@pcb.example' },
    ...message,
  });
}

async function inbox(query = ''): Promise<Message[]> {
  return (await (await fetch(`${fixture.url}/mail/messages${query}`)).json()) as Message[];
}

test('a mail is caught with its text, its addresses and the recipients of its envelope', async () => {
  await post({
    to: 'Ann@example.com',
    bcc: 'hosts@example.com',
    replyTo: 'guest@example.com',
    subject: 'Grüße 🏖',
    text: 'Hello',
    html: '<b>Hello</b>',
  });
  const [message] = await inbox();
  expect(message).toMatchObject({
    to: 'Ann@example.com',
    from: 'hello@pcb.example',
    replyTo: 'guest@example.com',
    subject: 'Grüße 🏖',
  });
  expect(message?.text.trim()).toBe('Hello');
  expect(message?.html.trim()).toBe('<b>Hello</b>');
  expect(message?.rcpt).toEqual(['Ann@example.com', 'hosts@example.com']);
  expect(message?.headers.from).toContain('PCB');
  expect(Date.parse(message?.receivedAt ?? '')).not.toBeNaN();
});

test('messages come newest first and can be filtered by address in any case', async () => {
  await post({ to: 'a@example.com', subject: 'one' });
  await post({ to: 'b@example.com', subject: 'two' });
  await post({ to: 'a@example.com', subject: 'three' });
  expect((await inbox()).map(({ subject }) => subject)).toEqual(['three', 'two', 'one']);
  expect((await inbox('?to=A@example.com')).map(({ subject }) => subject)).toEqual(['three', 'one']);
});

test('while the switch is on, mail is turned away with a temporary rejection', async () => {
  await send(`${fixture.url}/mail/switches`, { refuse: true });
  await expect(post({ to: 'a@example.com' })).rejects.toMatchObject({ responseCode: 451 });
  await send(`${fixture.url}/mail/switches`, { refuse: false });
  await post({ to: 'a@example.com', subject: 'back' });
  expect((await inbox()).map(({ subject }) => subject)).toEqual(['back']);
});

test('a message is shown in a frame that can run nothing, and its texts are escaped', async () => {
  await post({
    to: 'a@example.com',
    subject: '<script>alert(1)</script>',
    html: '<p title="x">"quoted"</p><script>alert(1)</script>',
  });
  const [message] = await inbox();
  const shown = await (await fetch(`${fixture.url}/mail/${message?.id}`)).text();
  expect(shown).not.toContain('<script>');
  expect(shown).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(shown).toContain('&lt;p title=&quot;x&quot;&gt;');
  expect(shown).toContain('No real money or mail is involved.');
});

test('clearing the mailbox leaves nothing', async () => {
  await post({ to: 'a@example.com' });
  await send(`${fixture.url}/mail/messages`, undefined, 'DELETE');
  expect(await inbox()).toEqual([]);
});

test('the page of a caught mail sends a reply of its recipient to the mailbox for replies', async () => {
  await post({ to: 'ann@example.com', replyTo: 'reply+abc@pcb.example', subject: 'Hello', text: 'One\nTwo' });
  const [message] = await inbox();
  const page = `${fixture.url}/mail/${message?.id}`;
  expect(await (await fetch(page)).text()).toContain('Reply as ann@example.com');
  const form = new URLSearchParams({ text: 'Yes!' });
  const response = await fetch(`${page}/reply`, { method: 'POST', body: form });
  expect(await response.text()).toContain('Your reply is on its way.');
  const [reply] = (await (await fetch(`${fixture.url}/mail/replies`)).json()) as { source: string }[];
  expect(reply?.source).toMatch(/^To: reply\+abc@pcb\.example\r$/m);
  expect(reply?.source).toMatch(/^From: ann@example\.com\r$/m);
  expect(reply?.source).toMatch(/> One\r?\n> Two/);
  expect(reply?.source).toContain(`In-Reply-To: ${message?.headers['message-id']}`);
  expect(
    (await fetch(`${page}/reply`, { method: 'POST', body: new URLSearchParams({ text: ' ' }) })).status,
  ).toBe(400);
  expect((await fetch(`${fixture.url}/mail/none/reply`, { method: 'POST', body: form })).status).toBe(404);
});

test('the mailbox for replies is read by IMAP, in parts and by UID, only with its password', async () => {
  const box = `${fixture.url}/mail/replies`;
  const { uid } = (await (await fetch(box, { method: 'POST', body: 'Subject: Raw\r\n\r\nText' })).json()) as {
    uid: number;
  };
  const url = new URL(fixture.imapUrl);
  const connect = (pass: string) =>
    new ImapFlow({
      host: url.hostname,
      port: Number(url.port),
      auth: { user: url.username, pass },
      logger: false,
    });
  await expect(connect('wrong').connect()).rejects.toThrow();
  const client = connect(url.password);
  await client.connect();
  await expect(client.mailboxOpen('Elsewhere')).rejects.toThrow();
  expect(await client.mailboxOpen('INBOX', { readOnly: true })).toMatchObject({
    uidNext: uid + 1,
    readOnly: true,
  });
  const query = { size: true, source: { start: 0, maxLength: 12 } };
  const mail = await client.fetchOne(String(uid), query, { uid: true });
  expect(mail).toMatchObject({ uid, size: 20 });
  expect(mail !== false && mail.source?.toString()).toBe('Subject: Raw');
  await client.logout();
});
