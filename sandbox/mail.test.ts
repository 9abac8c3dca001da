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

test('a mail is caught with its words, its addresses and the recipients of its envelope', async () => {
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

test('messages come newest first and can be asked for by address, whatever its case', async () => {
  await post({ to: 'a@example.com', subject: 'one' });
  await post({ to: 'b@example.com', subject: 'two' });
  await post({ to: 'a@example.com', subject: 'three' });
  expect((await inbox()).map(({ subject }) => subject)).toEqual(['three', 'two', 'one']);
  expect((await inbox('?to=A@example.com')).map(({ subject }) => subject)).toEqual(['three', 'one']);
});

test('while the switch is on, mail is turned away with a temporary refusal', async () => {
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
