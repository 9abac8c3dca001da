import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type MailServerOptions, openMailServer, type TestMailServer } from '../../../test/mail-server.ts';
import { runQueuedJobs } from '../../../test/queue.ts';
import { crontab, jobs, lanes } from '../../jobs.server.ts';
import { type Queue, startQueue } from '../queue/job-queue.server.ts';
import { FinalFailure } from '../queue/run-job.server.ts';
import { createMailTransport } from './mail-transport.server.ts';
import { deleteGuestFromMail, type MailJob, type MailMessage, maxSendMs } from './mailer.server.ts';

const now = new Date('2026-03-01T18:00:00Z');
const from = { name: 'Hosts', address: 'stay@pcbbeachrentals.example' };

let app: TestApp;
const servers: TestMailServer[] = [];
const queues: Queue[] = [];
beforeAll(async () => {
  app = await testApp({ now: () => now });
});
beforeEach(() => app.platform.pool.query('truncate graphile_worker._private_jobs cascade'));
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(() => app.close());

async function serve(options?: MailServerOptions): Promise<TestMailServer> {
  const server = await openMailServer(options);
  servers.push(server);
  return server;
}
const transportTo = ({ url }: TestMailServer) => createMailTransport(url, from, () => now);

const mailTo = (address: string, more: Partial<MailMessage> = {}): MailMessage => ({
  to: { name: 'Ann', address },
  subject: 'Hello',
  content: { title: 'Hello', blocks: ['text'] },
  ...more,
});
const job = (address: string): MailJob => ({ ...mailTo(address), key: address }) as MailJob;
const queueMail = (key: string, message: MailMessage) =>
  app.platform.mail.queue(app.platform.db, key, message);

/** A lease that no pause of a busy machine outlasts, and that ends within a test. */
const leaseTimes = { renewEveryMs: 200, leaseMs: 2_500 };

/** The queue of one process whose mail goes to this server. */
function startMailing(server: TestMailServer): Queue {
  const queue = startQueue({
    databaseUrl: app.platform.settings.databaseUrl,
    tasks: jobs(app.platform, transportTo(server)),
    lanes,
    crontab,
    log: app.platform.log,
    leaseTimes,
  });
  queues.push(queue);
  return queue;
}

test('a mail server without a greeting times out', { tags: ['waits'] }, async () => {
  const server = await serve({ silent: true });
  await expect(transportTo(server).deliver(job('ann@guests.example'))).rejects.toThrow(/greeting/i);
  await expect.poll(() => server.connections()).toBe(0);
});

test('a mail server that never confirms the data times out, before the job', {
  tags: ['waits'],
}, async () => {
  const server = await serve({ hangsFor: ['ann@guests.example'] });
  const ending = new AbortController();
  const jobEnds = setTimeout(() => ending.abort(new Error('the job ended first')), maxSendMs);
  const delivery = transportTo(server).deliver(job('ann@guests.example'), ending.signal);
  await expect(delivery).rejects.toThrow(/timeout/i);
  clearTimeout(jobEnds);
});

test('an aborted delivery closes its connection at once', async () => {
  const server = await serve({ silent: true });
  const ending = new AbortController();
  const delivery = transportTo(server).deliver(job('ann@guests.example'), ending.signal);
  await expect.poll(() => server.connections()).toBe(1);
  ending.abort();
  await expect(delivery).rejects.toThrow(/abort/i);
  await expect.poll(() => server.connections()).toBe(0);
});

test('hanging mail delays neither timed tasks nor other mail and arrives once', {
  tags: ['waits'],
}, async () => {
  const server = await serve({ hangsFor: ['hangs@guests.example'] });
  await queueMail('hangs', mailTo('hangs@guests.example'));
  startMailing(server);
  startMailing(server);
  await expect.poll(() => server.hanging).toHaveLength(1);
  const people = Array.from({ length: 40 }, (_, index) => `ann-${index}@guests.example`);
  for (const person of people) {
    await queueMail(person, mailTo(person));
    // The mails take longer than two leases in all, and one is always being delivered.
    await sleep((2.2 * leaseTimes.leaseMs) / people.length);
  }
  await app.platform.pool.query(`select graphile_worker.add_job('sweep')`);
  await expect.poll(() => server.taken.length).toBe(people.length);
  expect(server.taken.toSorted()).toEqual(people.toSorted());
  expect(server.hanging).toHaveLength(1);
  const waiting = async () =>
    (await app.platform.pool.query('select task_identifier from graphile_worker.jobs')).rows;
  await expect.poll(waiting).toEqual([{ task_identifier: 'send_mail' }]);
});

test('a process stops beside a silent mail server, and the next delivers the mail once', {
  tags: ['waits'],
}, async () => {
  const silent = await serve({ silent: true });
  for (const key of ['a', 'b', 'c']) await queueMail(key, mailTo(`${key}@guests.example`));
  const first = startMailing(silent);
  await expect.poll(() => silent.connections()).toBe(2);
  await first.stop();
  await expect.poll(() => silent.connections()).toBe(0);

  const server = await serve();
  startMailing(server);
  await expect
    .poll(() => server.taken.toSorted())
    .toEqual(['a', 'b', 'c'].map((key) => `${key}@guests.example`));
});

test('mail with expiresAt goes before other mail', async () => {
  const server = await serve();
  const expiresAt = new Date(now.getTime() + 60_000);
  await queueMail('inquiry', mailTo('ann@guests.example'));
  await queueMail('code', mailTo('ben@guests.example', { expiresAt }));
  const { rows } = await app.platform.pool.query(
    `select key from graphile_worker.jobs order by priority, run_at`,
  );
  expect(rows).toEqual([{ key: 'mail:code' }, { key: 'mail:inquiry' }]);
  await runQueuedJobs(platformAt(server));
  expect(server.taken.toSorted()).toEqual(['ann@guests.example', 'ben@guests.example']);
});

const platformAt = ({ url }: TestMailServer) => ({
  ...app.platform,
  settings: { ...app.platform.settings, smtpUrl: url },
});

test('expired mail is not sent and its job is deleted', async () => {
  const server = await serve();
  await queueMail('code', mailTo('ann@guests.example', { expiresAt: now }));
  expect(await runQueuedJobs(platformAt(server))).toBe(0);
  expect(server.taken).toEqual([]);
});

async function messageIdOf(key: string): Promise<string> {
  const server = await serve();
  await transportTo(server).deliver({ ...job('ann@guests.example'), key });
  return (await PostalMime.parse(server.raw.at(-1) ?? '')).messageId ?? '';
}

test.each([
  'message-01980000-0000-7000-8000-000000000001',
  'notice-01980000-0000-7000-8000-000000000001',
  'dispute-dp_1Q2w3E',
])('the Message-ID contains the key %s unchanged', async (key) => {
  expect(await messageIdOf(key)).toBe(`<${key}@pcbbeachrentals.example>`);
});

test.each([
  'backup-late-01980000-0000-7000-8000-000000000001-host@example.com',
  'launch-home:sunset-villa-1796083200000-ann+work@example.com',
  'payments-paused-2027-05-01T08:30:00.000Z',
  'ends with a dot.',
  '@begins with a sign',
  `launch-${'long'.repeat(100)}-host@example.com`,
])('the Message-ID of a mail with the key %s is a short dot-atom (RFC 5322)', async (key) => {
  const id = await messageIdOf(key);
  expect(id).toMatch(/^<[\w-]+(?:\.[\w-]+)*@pcbbeachrentals\.example>$/);
  expect(id.length).toBeLessThanOrEqual(200);
});

test('the Message-IDs of keys that differ only in their signs, or at their ends, differ', async () => {
  const keys = [
    'late-ann+b@example.com',
    'late-ann.b@example.com',
    ...['a', 'b'].map((end) => 'x'.repeat(300) + end),
  ];
  const ids = await Promise.all(keys.map(messageIdOf));
  expect(new Set(ids).size).toBe(keys.length);
});

test('a permanently rejected recipient is not retried', async () => {
  const server = await serve({ refuses: { 'nobody@guests.example': '550 no such mailbox' } });
  await queueMail('refused', mailTo('nobody@guests.example'));
  startMailing(server);
  const state = async () =>
    (await app.platform.pool.query('select attempts, max_attempts from graphile_worker.jobs')).rows;
  await expect.poll(state).toEqual([{ attempts: 1, max_attempts: 1 }]);
});

const deliveryTo = async (reply: string) =>
  transportTo(await serve({ refuses: { 'ann@guests.example': reply } })).deliver(job('ann@guests.example'));

test.each([
  '550 no such mailbox',
  '551 user not local',
  '553 mailbox name not allowed',
  '550 5.1.1 no such user',
  '550-5.1.1 no such user\r\n550 5.1.1 please check the address',
  '554 5.2.1 mailbox disabled',
])('the response %j is a verdict on the mailbox and final', async (reply) => {
  await expect(deliveryTo(reply)).rejects.toThrow(FinalFailure);
});

test.each([
  '554 5.7.1 Relay access denied',
  '554 5.7.1 Client host blocked',
  '550 5.7.1 sender not authorized',
  '550 5.1.8 sender address rejected: domain not found',
  '550 5.4.1 recipient address rejected: access denied',
  '550-5.7.1 your network is blocked\r\n550 5.7.1 see 5.1.1',
  '554 transaction failed',
  '552 mailbox full',
  '450 4.2.1 mailbox busy',
])('the response %j says nothing of the mailbox for good and is retried', async (reply) => {
  const error = await deliveryTo(reply).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ command: 'RCPT TO' });
  expect(error).not.toBeInstanceOf(FinalFailure);
});

const ann = { name: 'Ann Lee', email: 'ann@guests.example', phone: '+1 850 555 0177' };
const noticeAbout = ({ name, email, phone }: typeof ann): MailMessage =>
  mailTo('hosts@pcb.example', {
    to: { name: 'Hosts', address: 'hosts@pcb.example' },
    guest: { name, email, phone },
    replyTo: { name, address: email },
    subject: `Message: ${name}, Sunset Villa`,
    content: {
      title: `${name} wrote to you`,
      preview: 'My daughter Zoe is ill',
      blocks: [
        { kind: 'quote', text: 'My daughter Zoe is ill' },
        `The card of ${name} was declined. Leeward, the home of Lee, is closed.`,
        {
          kind: 'facts',
          rows: [
            ['E-mail', email],
            ['Phone', phone],
            ['Home', 'Sunset Villa'],
          ],
        },
        { kind: 'button', label: 'Open', url: 'https://pcb.example/admin/inbox/1' },
      ],
    },
  });
const queuedJobs = async () =>
  (
    await app.platform.pool.query<{ key: string; payload: MailJob }>(
      'select key, payload from graphile_worker._private_jobs order by key',
    )
  ).rows;

test('deleteGuestFromMail deletes mail to the guest in any state, and no other', async () => {
  await queueMail('to-ann', mailTo(ann.email));
  const broken = { title: 'Half \ud83d', blocks: ['of it\0'] };
  await queueMail('to-ben', mailTo('ben@guests.example', { subject: 'Hi \ude00', content: broken }));
  await app.platform.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts where key = 'mail:to-ann'`,
  );
  const before = await queuedJobs();
  await deleteGuestFromMail(app.platform.db, ann.email);
  expect(await queuedJobs()).toEqual(before.filter(({ key }) => key === 'mail:to-ben'));
});

test('a mail to the hosts survives the deletion of its guest, without name, address, phone and message', async () => {
  const ben = { name: 'Ben', email: 'ben@guests.example', phone: '' };
  await queueMail('about-ann', noticeAbout(ann));
  await queueMail('about-ben', noticeAbout(ben));
  const [, aboutBen] = await queuedJobs();
  await deleteGuestFromMail(app.platform.db, ann.email);
  const [aboutAnn, other] = await queuedJobs();
  expect(other).toEqual(aboutBen);
  expect(JSON.stringify(aboutAnn)).not.toMatch(/Ann|guests\.example|555|Zoe/);
  expect(aboutAnn?.payload).toMatchObject({
    to: { address: 'hosts@pcb.example' },
    subject: 'Message: Deleted account, Sunset Villa',
    text: expect.stringContaining(
      'The card of Deleted account was declined. Leeward, the home of Lee, is closed.\n\nE-mail: (deleted)\nPhone: (deleted)\nHome: Sunset Villa',
    ),
    content: { title: 'Deleted account wrote to you' },
  });
  expect(aboutAnn?.payload.text).toContain('https://pcb.example/admin/inbox/1');
  expect(aboutAnn?.payload.replyTo).toBeUndefined();
  const server = await serve();
  expect(await runQueuedJobs(platformAt(server))).toBe(0);
  expect(server.taken).toEqual(['hosts@pcb.example', 'hosts@pcb.example']);
});

test('mail about a guest that an older release queued without saying so goes with the guest', async () => {
  await queueMail('old', mailTo('hosts@pcb.example', { replyTo: { name: 'Ann', address: ann.email } }));
  await deleteGuestFromMail(app.platform.db, ann.email);
  expect(await queuedJobs()).toEqual([]);
});
