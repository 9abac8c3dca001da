import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../sandbox/main.ts';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { runQueuedJobs } from '../../../../test/queue.ts';
import { createMailTransport } from '../../../platform/mail/mail-transport.server.ts';

interface Caught {
  rcpt: string[];
  to: string;
  from: string;
  replyTo: string;
  subject: string;
  text: string;
  headers: Record<string, string>;
}

const inquiry = {
  formId: 'booking_inquiry',
  name: 'Ann Lee',
  email: 'ann@guests.example',
  property: 'Sunset Villa',
  checkin: '2026-06-10',
  checkout: '2026-06-17',
  guests: 4,
};
const hosts = 'hosts@pcbbeachrentals.example';
const usualHeaders = [
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
  'x-site-mail',
];

let sandbox: Sandbox;
let app: TestApp;
beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    appUrl: 'http://localhost:3000',
    stripeSecretKey: 'sk_test_stand_in',
    stripeWebhookSecret: 'whsec_stand_in',
    googleClientId: 'stand-in-client',
    googleClientSecret: 'stand-in-secret',
  });
  app = await testApp({ now: () => new Date('2026-03-01T18:00:00Z'), env: { SMTP_URL: sandbox.smtpUrl } });
});
beforeEach(async () => {
  await fetch(`${sandbox.url}/mail/messages`, { method: 'DELETE' });
  await app.platform.pool.query('truncate inquiries, rate_limits, graphile_worker._private_jobs cascade');
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const send = (fields: object = {}) =>
  app.request('POST', '/api/forms/submit', { json: { ...inquiry, ...fields } });
const caught = async (): Promise<Caught[]> =>
  (await (await fetch(`${sandbox.url}/mail/messages`)).json()) as Caught[];
const mailTo = async (address: string) => (await caught()).filter(({ rcpt }) => rcpt.includes(address));
const rejectMail = (reject: boolean) =>
  fetch(`${sandbox.url}/mail/switches`, {
    method: 'POST',
    body: JSON.stringify({ refuse: reject }),
    headers: { 'Content-Type': 'application/json' },
  });

/** Every caught mail went to one of the two validated addresses and carries no header that we did not write. */
async function expectOnlyOurMail(): Promise<Caught[]> {
  const messages = await caught();
  expect(messages.map(({ rcpt }) => rcpt).sort()).toEqual([[inquiry.email], [hosts]]);
  for (const message of messages) {
    expect(message.to).toBe(message.rcpt[0]);
    expect(message.from).toBe('stay@pcbbeachrentals.example');
    expect(Object.keys(message.headers).sort()).toEqual(usualHeaders);
    for (const value of Object.values(message.headers)) expect(value).not.toMatch(/[\r\n]/);
  }
  expect((await mailTo(hosts))[0]?.replyTo).toBe(inquiry.email);
  return messages;
}

const lists = {
  'a comma list': 'eve@evil.example, mallory@evil.example',
  'a group': 'friends: eve@evil.example, mallory@evil.example;',
  'a comment': 'Ann (eve@evil.example) <mallory@evil.example>',
  'a quoted @': '"eve@evil.example" <mallory@evil.example>',
  'an angle list': 'Ann>, <eve@evil.example>, Bob <mallory@evil.example',
  'an encoded word': '=?utf-8?q?Ann=0D=0ABcc:_eve@evil.example?=',
  'route and source': '@evil.example:eve@evil.example',
  'a bidirectional override': 'Ann \u202eelpmaxe.live@eve',
};

test.each(Object.entries(lists))('a name with %s adds no recipient', async (_, name) => {
  expect((await send({ name })).status).toBe(200);
  expect(await runQueuedJobs(app.platform)).toBe(0);
  await expectOnlyOurMail();
});

const breaks = ['\r\n', '\n', '\r', '\u2028', '\u0000', '\u0085'];
test.each(breaks.map((line) => [JSON.stringify(line), line]))(
  'a name with %s adds no header',
  async (_, line) => {
    const response = await send({ name: `Ann${line}Bcc: eve@evil.example` });
    await runQueuedJobs(app.platform);
    if (response.status === 200) await expectOnlyOurMail();
    else expect([response.status, await caught()]).toEqual([400, []]);
  },
);

test.each([
  'ann@guests.example\r\nBcc: eve@evil.example',
  'ann@guests.example\nRCPT TO:<eve@evil.example>',
  'ann@guests.example, eve@evil.example',
  'friends: ann@guests.example;',
  'ann@guests.example (eve@evil.example)',
  '"ann@guests.example,eve"@evil.example',
  'Ann <ann@guests.example>',
  'ann@guests.example>\u0000<eve@evil.example',
  'ann%evil.example@guests.example',
  'guests.example!ann@evil.example',
  'ann@[127.0.0.1]',
  'аnn@guests.example',
])('submit rejects the address %j and sends nothing', async (email) => {
  const response = await send({ email });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ fields: { email: 'Email is not a valid email' } });
  await runQueuedJobs(app.platform);
  expect(await caught()).toEqual([]);
});

test('a message with header lines and SMTP commands arrives as plain text', async () => {
  const message =
    'Hi\r\nBcc: eve@evil.example\r\n.\r\nMAIL FROM:<x@evil.example>\r\nRCPT TO:<eve@evil.example>\r\n';
  expect((await send({ message })).status).toBe(200);
  await runQueuedJobs(app.platform);
  await expectOnlyOurMail();
  const [toHosts] = await mailTo(hosts);
  expect(toHosts?.text.replaceAll('\r\n', '\n')).toContain(message.trim().replaceAll('\r\n', '\n'));
});

test('a queued job whose texts hold line breaks sends one mail to its one address', async () => {
  const transport = createMailTransport(sandbox.smtpUrl, app.platform.settings.mailFrom);
  await transport.deliver({
    key: 'injection',
    to: { name: 'Ann\r\nBcc: eve@evil.example', address: inquiry.email },
    replyTo: { name: 'Bob\r\nX-Evil: 1', address: 'bob@guests.example' },
    subject: 'Hello\r\nBcc: eve@evil.example\r\n\r\nbody',
    text: 'text',
    html: '<p>text</p>',
  });
  transport.close();
  const messages = await caught();
  expect(messages.map(({ rcpt, replyTo }) => [rcpt, replyTo])).toEqual([
    [[inquiry.email], 'bob@guests.example'],
  ]);
  expect(Object.keys(messages[0]?.headers ?? {}).sort()).toEqual(usualHeaders);
});

test('an inquiry survives a mail server that is down, and each mail is delivered once', async () => {
  await rejectMail(true);
  const response = await send();
  expect(await response.json()).toMatchObject({ success: true });
  expect(await app.platform.db.selectFrom('inquiries').select('name').execute()).toHaveLength(1);
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await runQueuedJobs(app.platform)).toBe(2);
  expect(await caught()).toEqual([]);

  await rejectMail(false);
  expect(await runQueuedJobs(app.platform)).toBe(0);
  await runQueuedJobs(app.platform);
  await expectOnlyOurMail();
});

test('mail is retried while the mail server cannot be reached', async () => {
  await send();
  const away = { ...app.platform, settings: { ...app.platform.settings, smtpUrl: 'smtp://127.0.0.1:9' } };
  expect(await runQueuedJobs(away)).toBe(2);
  expect(await runQueuedJobs(app.platform)).toBe(0);
  await expectOnlyOurMail();
});

test('a repeated delivery carries the same Message-ID', async () => {
  await send();
  const [job] = await app.queuedMail();
  const transport = createMailTransport(sandbox.smtpUrl, app.platform.settings.mailFrom);
  if (job) for (const _ of [1, 2]) await transport.deliver(job);
  transport.close();
  await expect.poll(caught).toHaveLength(2);
  const ids = (await caught()).map(({ headers }) => headers['message-id']);
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^<inquiry-[0-9a-f-]{36}-hosts@pcbbeachrentals\.example>$/);
});
