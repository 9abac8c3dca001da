import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { runQueuedJobs } from '../../../test/queue.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { createDb, createPool } from '../../db/client.server.ts';
import { deliverWatched } from '../../platform/mail/deliver-watched.server.ts';
import { sendHeartbeat } from './heartbeat.server.ts';

let calls: string[] = [];
let status = 200;
const watcher = createServer((request, response) => {
  calls.push(`${request.method} ${request.url}`);
  response.writeHead(status).end();
});
await new Promise<void>((done) => watcher.listen(0, '127.0.0.1', done));
afterAll(() => watcher.close());

let now = new Date();
const app = await testAppForFile({ now: () => now });
const { pool, settings, db, mail } = app.platform;
const host = await signedInBrowser(app, 'host@example.com');
const read = async (path: string) => (await host.request('GET', path)).json();
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

beforeEach(async () => {
  now = new Date();
  calls = [];
  status = 200;
  settings.heartbeatUrl = `http://127.0.0.1:${(watcher.address() as AddressInfo).port}/beat?id=1`;
  await pool.query('truncate mail_health, installation; delete from graphile_worker._private_jobs');
});

const queueMail = (key: string, subject: string, text = 'Hello') =>
  mail.queue(db, key, {
    to: { name: 'Ann', address: 'ann@guests.example' },
    subject,
    content: { title: subject, blocks: [text] },
  });
const setJobs = (sql: string) => pool.query(`update graphile_worker._private_jobs set ${sql}`);

test('the heartbeat is called by GET, and records that a process works on jobs', async () => {
  await sendHeartbeat(app.ctx);
  expect(calls).toEqual(['GET /beat?id=1']);
  const { rows } = await pool.query('select worker_seen_at from installation');
  expect(rows).toEqual([{ worker_seen_at: now }]);
});

test('a heartbeat that is not taken does not fail the job', async () => {
  status = 500;
  await sendHeartbeat(app.ctx);
  settings.heartbeatUrl = 'http://127.0.0.1:9/';
  await sendHeartbeat(app.ctx);
});

test('no heartbeat is called while a job has been due for ten minutes', async () => {
  await queueMail('waiting', 'Waiting');
  await setJobs(`run_at = now() - interval '9 minutes 30 seconds'`);
  await sendHeartbeat(app.ctx);
  await setJobs(`run_at = now() - interval '10 minutes 1 second'`);
  await sendHeartbeat(app.ctx);
  await setJobs(`attempts = max_attempts`);
  await sendHeartbeat(app.ctx);
  expect(calls).toHaveLength(2);
});

test('a job that waits for a running one of its queue keeps no heartbeat back', async () => {
  await pool.query(`select graphile_worker.add_job('run_backups', queue_name := 'run_backups')`);
  await setJobs(`run_at = now() - interval '1 hour'`);
  await pool.query(`update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'another'
    where queue_name = 'run_backups'`);
  await sendHeartbeat(app.ctx);
  expect(calls).toHaveLength(1);
  await pool.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null');
});

test('no heartbeat is called while the database takes no writes, or without an address', async () => {
  const { rows } = await pool.query('select current_database() as name');
  await pool.query(
    `alter role current_user in database ${rows[0].name} set default_transaction_read_only = on`,
  );
  const readOnly = await testAppReader();
  await expect(sendHeartbeat({ ...app.ctx, db: readOnly.db })).rejects.toThrow('read-only');
  await pool.query(`alter role current_user in database ${rows[0].name} reset default_transaction_read_only`);
  await readOnly.pool.end();
  settings.heartbeatUrl = null;
  await sendHeartbeat(app.ctx);
  expect(calls).toEqual([]);
});

async function testAppReader() {
  const reader = createPool(settings.databaseUrl);
  return { pool: reader, db: createDb(reader) };
}

const succeed = () => deliverWatched(app.ctx, async () => true);
const fail = () =>
  deliverWatched(app.ctx, async () => {
    throw new Error('no route to the mail server');
  }).catch(() => {});

test('hosts see since when no mail goes out, until one does', async () => {
  expect(await read('/api/admin/mail')).toEqual({});
  await succeed();
  now = minutes(9);
  const since = now.toISOString();
  await fail();
  expect(await read('/api/admin/mail')).toEqual({});
  now = minutes(2);
  await fail();
  expect(await read('/api/admin/mail')).toEqual({ blockedSince: since });
  expect((await read('/api/admin/today')).mail).toEqual({ blockedSince: since, refused: [] });
  now = minutes(11);
  expect(await read('/api/admin/mail')).toEqual({});
  await queueMail('pending', 'Pending');
  await setJobs('attempts = 3');
  expect(await read('/api/admin/mail')).toEqual({ blockedSince: since });
  await succeed();
  expect(await read('/api/admin/mail')).toEqual({});
});

test('a queued mail that cannot be delivered counts as a failed attempt', async () => {
  await queueMail('undeliverable', 'Undeliverable');
  await runQueuedJobs(app.platform);
  expect(await read('/api/admin/mail')).toEqual({ blockedSince: now.toISOString() });
});

test('a sign-in code that expires in the queue counts as no attempt, so that hosts still see the outage', async () => {
  const since = now.toISOString();
  await fail();
  now = minutes(9);
  await fail();
  await mail.queue(db, 'expired-code', {
    to: { name: 'Ann', address: 'ann@guests.example' },
    subject: '123456 is your code',
    content: { title: 'Your code', blocks: ['123456'] },
    expiresAt: now,
  });
  expect(await runQueuedJobs(app.platform)).toBe(0);
  expect(await read('/api/admin/mail')).toEqual({ blockedSince: since });
  const { rows } = await pool.query('select sent_at from mail_health');
  expect(rows).toEqual([{ sent_at: null }]);
});

test('whether mail goes out is only for hosts', async () => {
  expect((await app.request('GET', '/api/admin/mail')).status).toBe(401);
  const guest = await signedInBrowser(app, 'guest@example.com');
  expect((await guest.request('GET', '/api/admin/mail')).status).toBe(403);
});

test('Today lists mails that were rejected or wait for an hour, with recipient, reason and booking', async () => {
  const { id: property_id } = await addProperty(db);
  const { code } = await addBooking(db, { property_id, checkin: '2027-06-01', checkout: '2027-06-04' });
  const refused = async () => (await read('/api/admin/today')).mail.refused;
  await queueMail('refused', 'Your stay', `Look: http://localhost:3000/trips/${code}?key=k3y`);
  await setJobs(`created_at = now() - interval '59 minutes'`);
  expect(await refused()).toEqual([]);
  await setJobs(
    `created_at = now() - interval '61 minutes', attempts = 3, last_error = E'greeting never received\\n at x'`,
  );
  const mail = { to: 'ann@guests.example', subject: 'Your stay', code };
  expect(await refused()).toEqual([{ ...mail, reason: 'greeting never received' }]);
  await setJobs(
    `created_at = now(), attempts = max_attempts, last_error = '550 no such user', updated_at = now()`,
  );
  expect(await refused()).toEqual([{ ...mail, reason: '550 no such user' }]);
  await setJobs(`updated_at = now() - interval '8 days'`);
  expect(await refused()).toEqual([]);
});

test('a sign-in code that did not arrive is no task: it is secret, and its time is over', async () => {
  await mail.queue(db, 'code', {
    to: { name: 'Ann', address: 'ann@guests.example' },
    subject: '123456 is your code',
    content: { title: 'Your code', blocks: [{ kind: 'code', text: '123456' }] },
    expiresAt: minutes(10),
  });
  await setJobs(`attempts = max_attempts, last_error = '550 no such user'`);
  expect((await read('/api/admin/today')).mail.refused).toEqual([]);
});

test('a rejected mail with an end, such as that of the arrival, is a task until then', async () => {
  await mail.queue(db, 'arrival', {
    to: { name: 'Ann', address: 'ann@guests.example' },
    subject: 'Your arrival',
    content: { title: 'Almost there', blocks: ['Code 4711'] },
    expiresAt: minutes(10),
  });
  await setJobs(`attempts = max_attempts, last_error = '550 no such user'`);
  const refused = async () => (await read('/api/admin/today')).mail.refused;
  expect(await refused()).toEqual([
    { to: 'ann@guests.example', subject: 'Your arrival', reason: '550 no such user' },
  ]);
  now = minutes(10);
  expect(await refused()).toEqual([]);
});

test('the list names the release, since when it runs, and when no process has worked on jobs for ten minutes', async () => {
  const { release } = app.platform;
  await sendHeartbeat(app.ctx);
  const running = await read('/api/admin/launch');
  expect(running.release).toEqual({ ...release, startedAt: release.startedAt.toISOString() });
  expect(running.workerMissingSince).toBeNull();
  const seenAt = now.toISOString();
  now = minutes(10);
  expect((await read('/api/admin/launch')).workerMissingSince).toBe(seenAt);
  await pool.query('truncate installation');
  now = new Date(release.startedAt.getTime() + 599_999);
  expect((await read('/api/admin/launch')).workerMissingSince).toBeNull();
  now = new Date(release.startedAt.getTime() + 600_000);
  expect((await read('/api/admin/launch')).workerMissingSince).toBe(release.startedAt.toISOString());
});
