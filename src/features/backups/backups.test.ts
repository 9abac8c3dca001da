import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseCrontab } from 'graphile-worker';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openS3 } from '../../../sandbox/s3/server.ts';
import { testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { runQueuedJobs } from '../../../test/queue.ts';
import { requiredEnv } from '../../../test/settings.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { type BackupSettings, parseSettings } from '../../env.server.ts';
import { crontab } from '../../jobs.server.ts';
import { unpackBackup } from '../../platform/backups/unpack-backup.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { addDays } from '../../shared/nights.ts';
import { momentAtProperty } from '../../shared/property-time.server.ts';
import { assertSame, proveBackup } from './prove-backup.server.ts';
import { type BackupJob, runBackups } from './run-backups.server.ts';

const folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-backups-'));
const s3 = await openS3();
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

/** A Wednesday at noon, so that no night and no Sunday comes in between. */
const noon = new Date('2027-03-03T18:00:00Z');
let now = noon;
const app = await testAppForFile({ now: () => now });
const { pool, settings, storage } = app.platform;
const key = randomBytes(32);
const place = path.join(folder, 'place');
const encrypted: BackupSettings = { url: `file:${place}`, s3: null, key };
const host = await signedInBrowser(app, 'host@example.com');

interface Row {
  id: string;
  made_at: Date;
  bytes: number | null;
  place: string;
  proven_at: Date | null;
  error: string;
}

const rows = async () =>
  (await pool.query<Row>('select * from backups order by made_at desc, bytes nulls first')).rows;
const run = (job: BackupJob = {}) => runBackups(app.ctx, job);
const proofDatabases = async () =>
  (await pool.query(`select from pg_database where datname like current_database() || '\\_proof\\_%'`))
    .rowCount;
const press = (json: object) => host.request('POST', '/api/admin/backups', { json });
const today = async () => (await host.request('GET', '/api/admin/today')).json();
const launchLine = async () => {
  const { checks } = await (await host.request('GET', '/api/admin/launch')).json();
  return checks.find((check: { key: string }) => check.key === 'backup');
};

/** The test of fifteen nights takes as long as ten others, which see each of its rules, as `backup.test.ts` does. */
const waits = { tags: ['waits'] };

/** Makes no proof due, because a proof takes seconds. */
const skipProof = () =>
  pool.query(
    `insert into backups (made_at, tried_at, bytes, place, proven_at) values ($1, $1, 1, 'file:/earlier', $2)`,
    [new Date(now.getTime() - 3_600_000), now],
  );

beforeEach(async () => {
  now = noon;
  settings.backup = encrypted;
  await pool.query('truncate backups, rate_limits');
  await rm(place, { recursive: true, force: true });
});

test('the first backup is made and proven without a press, encrypted, readable only by its owner', async () => {
  const { db } = app.platform;
  const { id: property_id } = await addProperty(db);
  const { id } = await addBooking(db, { property_id, checkin: '2027-06-01', checkout: '2027-06-04' });
  await pool.query(
    `insert into payments (booking_id, kind, amount_cents, method) values ($1, 'charge', 60000, 'elsewhere')`,
    [id],
  );
  await storage.put('media/proof/file.jpg', Buffer.alloc(70_000, 'beach'), 'image/jpeg');
  await run();
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  const [name = ''] = await readdir(place);
  const file = path.join(place, name);
  const { size, mode } = await stat(file);
  expect([size, mode & 0o777]).toEqual([row?.bytes, 0o600]);
  expect(row).toMatchObject({ made_at: now, place: `file:${file}`, proven_at: now, error: '' });
  expect((await readFile(file)).subarray(0, 8).toString()).toBe('PCBBACK1');
  expect(await proofDatabases()).toBe(0);
  const index = await unpackBackup(createReadStream(file), path.join(folder, 'unpacked'), { key });
  const { rows: bookings } = await pool.query(
    `select (select count(*) from bookings)::int as count, (select sum(amount_cents) from payments
      where kind = 'charge')::int as cents`,
  );
  expect(index.counts).toMatchObject({
    tables: index.tables.length,
    bookings: bookings[0].count,
    ledgerCents: bookings[0].cents,
  });
  expect(Object.keys(index.checksums)).toContain('storage/media/proof/file.jpg');

  await run();
  expect(await rows()).toHaveLength(1);
});

test('a backup and a proof that were missed are made up for', async () => {
  await run();
  await pool.query(`update backups set made_at = made_at - interval '27 hours'`);
  await run();
  expect((await rows()).map(({ proven_at }) => proven_at)).toEqual([null, now]);
  await pool.query(`update backups set proven_at = proven_at - interval '9 days'`);
  await run();
  expect((await rows()).map(({ proven_at }) => proven_at?.getTime())).toEqual([
    now.getTime(),
    now.getTime() - 9 * 86_400_000,
  ]);
});

test('a proof names the tables whose counts differ', () => {
  const counts = { tables: 3, rows: 10, bookings: 2, ledgerCents: 500 };
  expect(() => assertSame({ ...counts, rows: 9, ledgerCents: 0 }, counts)).toThrow(
    'The restored copy is not the same: 9 rows instead of 10, 0 cents in the ledger instead of 500.',
  );
  expect(() => assertSame(counts, undefined)).toThrow('An earlier version made the backup');
});

test('a backup that was damaged does not prove, and hosts read why', async () => {
  await skipProof();
  await run({ make: true });
  const [name = ''] = await readdir(place);
  await writeFile(path.join(place, name), Buffer.from('no backup'));
  await expect(run({ prove: true })).rejects.toThrow('Steps that failed: proof');
  const reason = 'The backup is damaged or incomplete; nothing was changed.';
  expect((await rows())[0]).toMatchObject({ proven_at: null, error: reason });
  expect((await launchLine()).detail).toContain(`It did not prove: ${reason}`);
  expect(await proofDatabases()).toBe(0);
});

test('no proof begins on a disk with less than three times the size of the backup', async () => {
  await skipProof();
  await run({ make: true });
  const bytes = (await rows())[0]?.bytes ?? 0;
  const withRoom = (free: number) => proveBackup(app.ctx, encrypted, { freeBytes: async () => free });
  await expect(withRoom(3 * bytes - 1)).rejects.toThrow('has less room than three times');
  await withRoom(3 * bytes);
  expect((await rows())[0]?.error).toBe('');
});

test('a place that takes no backup is one row with the reason, and a task, a red line and one mail in time', async () => {
  await writeFile(path.join(folder, 'file'), '');
  settings.backup = { ...encrypted, url: `file:${folder}/file/below` };
  await expect(run()).rejects.toThrow('Steps that failed: backup');
  expect(await rows()).toMatchObject(
    [{ made_at: now, bytes: null, place: '', error: /ENOTDIR/ }].map((row) => ({
      ...row,
      error: expect.stringMatching(row.error),
    })),
  );
  expect((await launchLine()).state).toBe('failed');
  expect((await today()).backup).toMatchObject({ madeAt: null, lateSince: null, error: expect.any(String) });

  const alarms = async () =>
    (await app.queuedMail()).filter(({ subject }) => subject.startsWith('No backup'));
  now = new Date(noon.getTime() + 36 * 3_600_000 - 1);
  await run().catch(() => {});
  expect(await alarms()).toEqual([]);
  now = new Date(noon.getTime() + 36 * 3_600_000);
  for (const _ of ['alarms', 'and no second time']) await run().catch(() => {});
  expect(await rows()).toHaveLength(1);
  expect((await today()).backup.lateSince).toEqual(expect.any(String));
  const mails = await alarms();
  expect(mails.map(({ to }) => to.address).toSorted()).toEqual(
    [...new Set([settings.hostsEmail, ...settings.adminEmails])].toSorted(),
  );
  expect(mails[0]?.html).toContain('No backup could be made yet.');

  settings.backup = encrypted;
  now = new Date(now.getTime() + 300_000);
  await run();
  expect(await rows()).toMatchObject([{ bytes: expect.any(Number), error: '' }]);
});

test('presses make and prove a backup in the background, 20 in an hour', async () => {
  const made = await press({});
  expect([made.status, await made.json()]).toEqual([202, { queued: 'backup' }]);
  await runQueuedJobs(app.platform);
  await pool.query('update backups set proven_at = null');
  const proven = await press({ prove: true });
  expect([proven.status, await proven.json()]).toEqual([202, { queued: 'proof' }]);
  await runQueuedJobs(app.platform);
  expect(await rows()).toMatchObject([{ proven_at: now }]);
  await press({});
  await runQueuedJobs(app.platform);
  expect(await rows()).toHaveLength(2);
  expect(new Set((await rows()).map((row) => row.place)).size).toBe(2);
  for (let presses = 3; presses < 20; presses += 1) expect((await press({})).status).toBe(202);
  const late = await press({});
  expect([late.status, late.headers.has('Retry-After')]).toEqual([429, true]);
});

test('the clock and presses share one queue, so that of two processes one backs up', async () => {
  await press({});
  await press({ prove: true });
  const { rows: queues } = await pool.query(
    `select distinct queue_name as name from graphile_worker.jobs where task_identifier = 'run_backups'`,
  );
  expect(queues).toEqual([{ name: 'run_backups' }]);
  const timed = parseCrontab(crontab).find(({ task }) => task === 'run_backups');
  expect(timed?.options.queueName).toBe('run_backups');
  // The job decides itself what is due: a missed night is noticed within a minute, a failure retried after four.
  const daily = Date.UTC(2027, 2, 3);
  const minutes = Array.from({ length: 1_440 }, (_, minute) => new Date(daily + minute * 60_000));
  const digests = minutes.map((at) => ({
    min: at.getUTCMinutes(),
    hour: at.getUTCHours(),
    date: at.getUTCDate(),
    month: at.getUTCMonth() + 1,
    dow: at.getUTCDay(),
  }));
  expect(digests.filter((digest) => !timed?.match(digest))).toEqual([]);
});

test('without a place nothing is made, Today is silent, and a press says what is missing', async () => {
  settings.backup = null;
  await run();
  expect(await rows()).toEqual([]);
  const denied = await press({});
  expect([denied.status, (await denied.json()).reason]).toEqual([409, 'backup_off']);
  expect((await today()).backup).toBeNull();
  expect(await launchLine()).toMatchObject({ state: 'todo', detail: expect.stringContaining('BACKUP_URL') });
});

test('only hosts may start a backup, and no other field is accepted', async () => {
  const json = { prove: true };
  expect((await app.request('POST', '/api/admin/backups', { json })).status).toBe(401);
  const guest = await signedInBrowser(app, 'guest@example.com');
  expect((await guest.request('POST', '/api/admin/backups', { json })).status).toBe(403);
  expect((await press({ now: true })).status).toBe(400);
  expect((await press({ prove: 'yes' })).status).toBe(400);
});

test('plain backups are in order, and the list says that they are not encrypted', async () => {
  settings.backup = { ...encrypted, key: null };
  await skipProof();
  await run({ make: true });
  expect(await launchLine()).toMatchObject({
    state: 'ok',
    detail: expect.stringContaining('Backups are not encrypted: set BACKUP_KEY.'),
  });
  now = new Date(now.getTime() + 37 * 3_600_000);
  expect((await launchLine()).state).toBe('failed');
});

test('a bucket gets the backup, which is proven from there', async () => {
  const { backup } = parseSettings({
    ...requiredEnv,
    BACKUP_URL: `s3://elsewhere/site?endpoint=${encodeURIComponent(s3.url)}&region=${s3.keys.region}`,
    BACKUP_KEY: key.toString('base64url'),
    BACKUP_AWS_ACCESS_KEY_ID: s3.keys.accessKeyId,
    BACKUP_AWS_SECRET_ACCESS_KEY: s3.keys.secretAccessKey,
  });
  settings.backup = backup;
  await run();
  const [row] = await rows();
  expect(row).toMatchObject({ proven_at: now, error: '' });
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^elsewhere\/site\/site-[\d-]+\.backup$/)]);
  expect(row?.place).toMatch(/^s3:\/\/elsewhere\/site\/site-[\d-]+\.backup\?endpoint=/);
  expect(await readdir(path.join(settings.dataDir, 'backups.unfinished'))).toEqual([]);
  s3.faults.push(403);
  await expect(run({ make: true })).rejects.toThrow('Steps that failed: backup');
  expect((await rows()).at(0)?.error).toContain('the bucket answered 403');
});

test('backups that are too old are deleted with their rows, other files stay', async () => {
  await skipProof();
  await run({ make: true });
  for (let day = 2; day <= 30; day += 1)
    await writeFile(path.join(place, `site-2027-01-${String(day).padStart(2, '0')}-093000.backup`), 'old');
  await writeFile(path.join(place, 'notes.txt'), 'of the operator');
  await run({ make: true });
  const names = await readdir(place);
  expect(names).toContain('notes.txt');
  // Two backups of today, the 13 newest days of January and three earlier Sundays.
  expect(names.filter((name) => name.startsWith('site-2027-01'))).toHaveLength(16);
});

test('what a killed backup left is deleted by the next one', async () => {
  await skipProof();
  await mkdir(place, { recursive: true });
  const left = ['site-2027-01-01-093000.backup.unfinished', 'site-2027-01-01-093000.backup.rows'];
  for (const name of [...left, 'mine.unfinished']) await writeFile(path.join(place, name), 'half');
  await run({ make: true });
  const names = await readdir(place);
  expect(names).toHaveLength(2);
  expect(names).toContain('mine.unfinished');
});

test(
  'fifteen nights by themselves leave fourteen backups and their rows, those of Sundays proven',
  waits,
  async () => {
    const nights = Array.from({ length: 15 }, (_, night) => addDays('2027-03-08', night));
    now = momentAtProperty('2027-03-07', '04:00');
    await skipProof();
    for (const night of nights)
      for (const clock of ['03:29', '03:31', '12:00']) {
        now = momentAtProperty(night, clock);
        await run();
      }
    const left = (await rows()).filter((row) => row.place !== 'file:/earlier');
    const names = (await readdir(place)).toSorted();
    expect(left.map((row) => path.basename(row.place)).toSorted()).toEqual(names);
    const madeOn = left.map(({ made_at }) => todayAtProperty(made_at)).toSorted();
    expect(madeOn).toEqual(nights.slice(-14));
    expect(left.flatMap(({ proven_at }) => (proven_at ? [todayAtProperty(proven_at)] : []))).toEqual([
      '2027-03-21',
      '2027-03-14',
    ]);
    expect((await today()).backup).toMatchObject({ lateSince: null, error: '' });
  },
);
