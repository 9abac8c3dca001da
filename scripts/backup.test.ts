import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../src/db/client.server.ts';
import { migrationLock } from '../src/db/migrate.server.ts';
import { readTables } from '../src/db/table-schemas.server.ts';
import { compileTables } from '../src/db/tables.server.ts';
import { ensureIndexes } from '../src/features/admin/schema/ensure-indexes.server.ts';
import { runBackups } from '../src/features/backups/run-backups.server.ts';
import { listDataTables } from '../src/platform/backups/backup-form.server.ts';
import { writeArchive } from '../src/platform/backups/write-archive.server.ts';
import { createContentCache } from '../src/platform/cache/content-cache.server.ts';
import { createLog } from '../src/platform/observability/logger.server.ts';
import { type TestApp, testApp } from '../test/app.ts';
import { addBooking, addProperty } from '../test/bookings.ts';
import { linkNpm } from '../test/npm.ts';
import { inDays } from '../test/paid-stays.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';
import { assertSiteStopped } from './set-aside.ts';
import { openSiteData, siteDataConnection } from './site-data.ts';

let app: TestApp;
let folder: string;
let file: string;
/** The embedded database that a fresh data folder gets. */
let fresh: RunningPostgres;

beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-backup-'));
  file = path.join(folder, 'site.backup');
  fresh = await startPostgres(folder, () => {});
  await fillSite();
});
afterAll(async () => {
  await fresh.stop();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const userId = '01980000-0000-7000-8000-000000000002';

/** An inquiry with its queued mails, a signed-in user, words that COPY has to escape, and files of several sizes. */
async function fillSite(): Promise<void> {
  const { pool, storage } = app.platform;
  const message = 'tab\tline\nback\\slash \\N "quotes" ümlaut 🏖️';
  await pool.query(
    `insert into inquiries (id, name, email, property_title, check_in, check_out, guests, message)
     values ('01980000-0000-7000-8000-000000000001', 'Ann', 'ann@example.com', 'Villa', '2027-05-01', '2027-05-04', 2, $1)`,
    [message],
  );
  await app.platform.mail.queue(app.platform.db, 'backup-test', {
    to: { name: 'Ann', address: 'ann@example.com' },
    subject: message,
    content: { title: message, blocks: [message] },
  });
  await pool.query(
    `insert into rate_limits (key, points) select 'key-' || n, n from generate_series(1, 20000) as n`,
  );
  await pool.query(`insert into users (id, email) values ('${userId}', 'host@example.com')`);
  await pool.query(
    `insert into sessions (id, user_id, token_hash, method) values ('${userId}', '${userId}', $1, 'code')`,
    [randomBytes(32)],
  );
  for (const size of [0, 1, 511, 512, 513, 2_000_000])
    await storage.put(`media/size-${size}/file.jpg`, Buffer.alloc(size, 'beach'), 'image/jpeg');
}

interface Outcome {
  code: number;
  output: string;
}

const sourceEnv = () => ({
  DATABASE_URL: app.platform.settings.databaseUrl,
  STORAGE_URL: app.platform.settings.storageUrl,
  DATA_DIR: app.platform.settings.dataDir,
});

/**
 * Starts a program as its npm script does, which hands over with a channel to the child.
 * @param printed is called with each piece of output while the program runs
 */
function run(
  script: 'backup' | 'restore',
  words: string[],
  env: Record<string, string>,
  printed: (text: string, child: ChildProcess) => void = () => {},
): Promise<Outcome> {
  const program = path.join(import.meta.dirname, `${script}.ts`);
  const { DATABASE_URL: _url, INIT_CWD: _cwd, ...inherited } = process.env;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...words], {
      cwd: folder,
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const [printedText, errors] = [collectText(child.stdout), collectText(child.stderr)];
    child.stdout?.on('data', (text: string) => printed(text, child));
    child.once('close', (code) => resolve({ code: code ?? 1, output: printedText() + errors() }));
  });
}

function collectText(stream: Readable | null): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

async function query<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  const { rows } = await client.query<Row>(sql);
  await client.end();
  return rows;
}

/** Waits for the end of a killed restore's connection, or a site's, which the server notices a moment later. */
const untilNoneIsConnected = () =>
  expect
    .poll(() => query(`select from pg_stat_activity where application_name like 'pcb-%'`), {
      timeout: 45_000,
    })
    .toEqual([]);

/** Extensions, and indexes as the site makes them at its start. */
async function extensionsAndIndexes(databaseUrl: string): Promise<string[]> {
  const pool = createPool(databaseUrl);
  await ensureIndexes({ pool, tables: compileTables(await readTables()), log: createLog('warn') });
  const { rows } = await pool.query<{ name: string }>(
    `select extname || ' in ' || extnamespace::regnamespace as name from pg_extension
     union all select indexdef from pg_indexes where schemaname in ('public', 'graphile_worker') order by 1`,
  );
  await pool.end();
  return rows.map(({ name }) => name);
}

/** A checksum of each table's rows, and the state of each sequence. */
async function fingerprints(databaseUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const found: Record<string, string> = {};
  for (const { name } of await listDataTables(client)) {
    // Each restore writes its moment into this table.
    if (name === 'public.last_restore') continue;
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from ${name} as t`,
    );
    found[name] = rows[0].print;
  }
  const { rows } = await client.query(
    `select sequencename as name, last_value::text as print from pg_sequences order by 1`,
  );
  for (const { name, print } of rows) found[name] = print;
  await client.end();
  return found;
}

async function storedFiles(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const found: Record<string, string> = {};
  for (const name of files.sort())
    found[path.relative(root, name)] = createHash('sha256')
      .update(await readFile(name))
      .digest('hex');
  return found;
}

test('restore brings back every row and file of a backup on another machine', async () => {
  const made = await run('backup', ['site.backup'], sourceEnv());
  expect(made.output).toContain(`Backup written to ${file}`);
  expect(made.output).toContain('6 files');

  const restored = await run('restore', [file], { DATA_DIR: folder });
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('The site is as it was on') });
  const { databaseUrl, storageUrl } = app.platform.settings;
  const before = await fingerprints(databaseUrl);
  expect(restored.output).toContain('Everybody has to sign in again');
  // The restore adds the rows that pause payments and record its time, and ends all sessions, also those that had ended
  // since the backup.
  expect(before['public.sessions']).toMatch(/^1 /);
  const { 'public.payment_pause': pause, ...rows } = await fingerprints(fresh.url);
  expect({ ...rows, 'public.payment_pause': '0 ' }).toEqual({ ...before, 'public.sessions': '0 ' });
  expect(pause).toMatch(/^1 /);
  expect(await query('select unsent from last_restore')).toHaveLength(1);
  expect(before['public.rate_limits']).toMatch(/^20000 /);
  expect(before['graphile_worker._private_jobs']).toMatch(/^1 /);
  expect(await storedFiles(path.join(folder, 'storage'))).toEqual(
    await storedFiles(storageUrl.slice('file:'.length)),
  );
  expect((await readdir(folder)).filter((name) => /unfinished|rows|restoring|replaced/.test(name))).toEqual(
    [],
  );
});

test('backup does not overwrite an existing file', async () => {
  const again = await run('backup', [file], sourceEnv());
  expect(again).toEqual({ code: 1, output: `\n${file} exists already: choose another name.\n` });
});

test('restore rejects a site with data without --replace', async () => {
  const before = await fingerprints(fresh.url);
  const refused = await run('restore', [file], { DATA_DIR: folder });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('This site has data already');

  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  await client.query(`update site_settings set phone = 'changed after the backup'`);
  await client.end();
  await writeFile(path.join(folder, 'storage', 'later.jpg'), 'newer than the backup');
  expect(await run('restore', [file, '--replace'], { DATA_DIR: folder })).toMatchObject({ code: 0 });
  expect(await fingerprints(fresh.url)).toEqual(before);
  expect(existsSync(path.join(folder, 'storage', 'later.jpg'))).toBe(false);
});

test('restore changes nothing for a damaged or truncated backup', async () => {
  const before = await fingerprints(fresh.url);
  const bytes = await readFile(file);
  const broken = path.join(folder, 'broken.backup');
  const damaged = '\nThe backup is damaged or incomplete; nothing was changed.\n';

  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 0xff, bytes.length >> 1);
  await writeFile(broken, bytes);
  expect((await run('restore', [broken, '--replace'], { DATA_DIR: folder })).output).toContain(damaged);
  await writeFile(broken, await readFile(file));
  await truncate(broken, bytes.length - 1_000);
  expect((await run('restore', [broken, '--replace'], { DATA_DIR: folder })).output).toContain(damaged);
  expect(await fingerprints(fresh.url)).toEqual(before);
});

test('restore into a folder that cannot be made does not blame the backup, and changes nothing', async () => {
  const before = await fingerprints(fresh.url);
  const env = { DATA_DIR: folder, STORAGE_URL: `file:${file}/below` };
  const { code, output } = await run('restore', [file, '--replace'], env);
  expect(code).toBe(1);
  expect(output).toContain('ENOTDIR');
  expect(output).not.toContain('damaged');
  expect(await fingerprints(fresh.url)).toEqual(before);
});

/** Backs up a site; one SQL statement runs before, another one after. */
async function oddBackup(name: string, before: string, after: string): Promise<string> {
  const odd = path.join(folder, name);
  await app.platform.pool.query(before);
  expect(await run('backup', [odd], sourceEnv())).toMatchObject({ code: 0 });
  await app.platform.pool.query(after);
  return odd;
}

const newerQueue = () =>
  oddBackup(
    `newer-queue-${Date.now()}.backup`,
    'insert into graphile_worker.migrations (id) values (999)',
    'delete from graphile_worker.migrations where id = 999',
  );

test('a failed restore leaves the site as it was', async () => {
  const before = await fingerprints(fresh.url);
  const files = await storedFiles(path.join(folder, 'storage'));
  const refused = await run('restore', [await newerQueue(), '--replace'], { DATA_DIR: folder });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(
    '\nThe backup is of a newer version of the queue: update the site first.\nThe site is as it was before.\n',
  );
  const unknown = await oddBackup(
    'unknown-column.backup',
    'alter table rate_limits add column unknown integer',
    'alter table rate_limits drop column unknown',
  );
  const failed = await run('restore', [unknown, '--replace'], { DATA_DIR: folder });
  expect(failed.code).toBe(1);
  expect(failed.output).toMatch(/"unknown" .*does not exist\nThe site is as it was before\.\n$/);
  expect(await fingerprints(fresh.url)).toEqual(before);
  expect(await storedFiles(path.join(folder, 'storage'))).toEqual(files);
});

test('restore puts back what a killed restore had set aside', async () => {
  const before = await fingerprints(fresh.url);
  const storage = path.join(folder, 'storage');
  const files = await storedFiles(storage);
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  await client.query(`alter schema public rename to public_replaced; create schema public;
    alter schema graphile_worker rename to graphile_worker_replaced; create table public.half (n integer)`);
  await client.end();
  await rename(storage, `${storage}.replaced`);
  await mkdir(storage);
  const refused = await run('restore', [file], { DATA_DIR: folder });
  expect(refused.output).toContain('This site has data already');
  expect(await fingerprints(fresh.url)).toEqual(before);
  expect(await storedFiles(storage)).toEqual(files);
});

test('restore rejects to drop rows created after a killed restore, also by an earlier version', async () => {
  const before = await fingerprints(fresh.url);
  await query(`alter schema public rename to public_replaced; create schema public;
    alter schema graphile_worker rename to graphile_worker_replaced;
    create table public.inquiries (name text); insert into public.inquiries values ('Ann');
    create table public.notify_requests (email text); insert into public.notify_requests values ('ann@example.com');
    create table public.bookings (code text); insert into public.bookings values ('A'), ('B');
    create table public.payments (cents integer); insert into public.payments values (42000);
    create table public.offers (id integer);
    create table public.properties (slug text); insert into public.properties values ('seeded')`);
  const backup = await run('backup', ['--daily', 'daily'], { DATA_DIR: folder });
  expect(backup.output).toContain('restore it to its end first');
  const refused = await run('restore', [file, '--replace'], { DATA_DIR: folder });
  expect(refused).toEqual({
    code: 1,
    output:
      '\nSince a restore was interrupted new rows came in (bookings: 2, inquiries: 1, notify_requests: 1, payments: 1). Save them if they matter, for instance with pg_dump, then add --discard-new-rows to lose them.\n',
  });
  expect(await query('select name from public.inquiries')).toEqual([{ name: 'Ann' }]);
  const discarding = await run('restore', [file, '--discard-new-rows'], { DATA_DIR: folder });
  expect(discarding.output).toContain('This site has data already');
  expect(await fingerprints(fresh.url)).toEqual(before);
});

test('restore rejects to run beside another restore', async () => {
  const other = new pg.Client({ connectionString: fresh.url });
  await other.connect();
  await other.query('select pg_advisory_lock(7233002)');
  const refused = await run('restore', [file, '--replace'], { DATA_DIR: folder });
  await other.query('select pg_advisory_unlock(7233002)');
  await other.end();
  expect(refused.output).toBe('\nAnother restore works with this database: wait until it has finished.\n');
});

test('restore rejects while a site is idle, whose pool has closed its connections', async () => {
  const pool = createPool(fresh.url);
  const listener = createContentCache(fresh.url, pool, createLog('silent'));
  await expect.poll(() => listener.version()).not.toBeNull();
  await pool.end();
  const client = new pg.Client({ connectionString: fresh.url, application_name: siteDataConnection });
  await client.connect();
  let refusals = 0;
  for (let attempt = 0; attempt < 30; attempt += 1)
    await assertSiteStopped(client).catch((error: Error) => {
      if (error.message === 'The site is running with this database: stop it first.') refusals += 1;
    });
  const refused = await run('restore', [file, '--replace'], { DATA_DIR: folder });
  await listener.close();
  expect(refusals).toBe(30);
  expect(refused.output).toBe('\nThe site is running with this database: stop it first.\n');
  await expect.poll(() => assertSiteStopped(client).then(() => 'stopped')).toBe('stopped');
  await client.end();
});

test('what a restore unpacks is readable only by its owner and does not outlive it', async () => {
  const unpacked = path.join(folder, 'storage.restoring');
  const modeOf = (name: string) => (statSync(path.join(unpacked, name)).mode & 0o777).toString(8);
  const modes: string[] = [];
  // A restore waits for this lock, so it can be killed midway.
  const migrating = new pg.Client({ connectionString: fresh.url });
  await migrating.connect();
  await migrating.query('select pg_advisory_lock($1)', [migrationLock]);
  const killed = await run('restore', [file, '--replace'], { DATA_DIR: folder }, (text, child) => {
    if (!text.includes('Bringing back the rows')) return;
    modes.push(modeOf('.'), modeOf('tables/public.inquiries'), modeOf('backup.json'));
    child.kill('SIGKILL');
  });
  expect(killed.code).not.toBe(0);
  expect(modes).toEqual(['700', '600', '600']);
  expect(existsSync(unpacked)).toBe(true);
  await migrating.query('select pg_advisory_unlock($1)', [migrationLock]);
  await untilNoneIsConnected();
  const refused = await run('restore', [file], { DATA_DIR: folder });
  expect(refused.output).toContain('This site has data already');
  expect(existsSync(unpacked)).toBe(false);

  await migrating.query('select pg_advisory_lock($1)', [migrationLock]);
  await run('restore', [file, '--replace'], { DATA_DIR: folder }, (text, child) => {
    if (text.includes('Bringing back the rows')) child.kill('SIGTERM');
  });
  expect(existsSync(unpacked)).toBe(false);
  await migrating.end();
  await untilNoneIsConnected();
  expect(await run('restore', [file, '--replace'], { DATA_DIR: folder })).toMatchObject({ code: 0 });
});

test('restore changes nothing when a site starts while it unpacks', async () => {
  const before = await fingerprints(fresh.url);
  const site = new pg.Client({ connectionString: fresh.url, application_name: 'pcb-beach-rentals' });
  const migrating = new pg.Client({ connectionString: fresh.url });
  await migrating.connect();
  await migrating.query('select pg_advisory_lock($1)', [migrationLock]);
  const refused = await run('restore', [file, '--replace'], { DATA_DIR: folder }, (text) => {
    if (text.includes('Bringing back')) void site.connect().then(() => migrating.end());
  });
  await site.end();
  await untilNoneIsConnected();
  expect(refused.output).toContain(
    '\nThe site is running with this database: stop it first.\nThe site is as it was before.\n',
  );
  expect(await fingerprints(fresh.url)).toEqual(before);
});

test('restore reports waiting mail and leaves it out with --without-mail', async () => {
  const mails = () => query<{ count: string }>('select count(*)::text as count from graphile_worker.jobs');
  const restored = await run('restore', [file, '--replace'], { DATA_DIR: folder });
  expect(restored.output).toContain(
    'Mails that wait and go out at the next start: 1 (leave them out with --without-mail).',
  );
  expect(await mails()).toEqual([{ count: '1' }]);
  const quiet = await run('restore', [file, '--replace', '--without-mail'], { DATA_DIR: folder });
  expect(quiet.output).toContain('Mails left out of the queue: 1.');
  expect(await mails()).toEqual([{ count: '0' }]);
});

test('backup tolerates files deleted while it runs and includes needed originals', async () => {
  const { storage, settings } = app.platform;
  const busy = path.join(folder, 'busy.backup');
  const [large, swept, original] = [
    'media/large/file.jpg',
    'media/swept/file.jpg',
    'originals/made/picture.bin',
  ];
  await storage.put(large, randomBytes(2_000_000), 'image/jpeg');
  for (const key of [swept, original]) await storage.put(key, Buffer.alloc(10), 'image/jpeg');
  const data = await openSiteData({ ...process.env, ...sourceEnv() }, 'npm run backup');
  const archive = pack();
  const writing = writeArchive(archive, data, `${busy}.rows`);
  /** Reads no more of the archive while a file is being deleted. */
  async function* whileDeleting(): AsyncGenerator<Buffer> {
    let isBegun = false;
    for await (const chunk of archive as AsyncIterable<Buffer>) {
      if (!isBegun) await storage.remove(original);
      isBegun = true;
      if (chunk.includes(large)) await storage.remove(swept);
      yield chunk;
    }
  }
  const [fileCount] = await Promise.all([
    writing,
    pipeline(whileDeleting(), createGzip(), createWriteStream(busy)),
  ]);
  await data.close();
  expect(fileCount).toBe(8);
  expect(existsSync(path.join(settings.storageUrl.slice('file:'.length), original))).toBe(false);
  await storage.remove(large);
  expect(await run('restore', [busy, '--replace'], { DATA_DIR: folder })).toMatchObject({ code: 0 });
  const files = Object.keys(await storedFiles(path.join(folder, 'storage')));
  expect(files).toContain(original);
  expect(files).not.toContain(swept);
});

/** Runs the documented line as cron does: `%` would end the command, and the environment is bare. */
async function runAsCron(line: string): Promise<void> {
  const [command = ''] = line.replace(/^(\S+ +){5}/, '').split('%');
  const { DATA_DIR, DATABASE_URL, STORAGE_URL } = sourceEnv();
  const env = { SHELL: '/bin/sh', HOME: folder, PATH: '/usr/bin:/bin', DATA_DIR, DATABASE_URL, STORAGE_URL };
  await promisify(execFile)('/bin/sh', ['-c', command], { cwd: '/', env });
}

test('the documented crontab line makes a daily backup and deletes old ones', async () => {
  const root = path.dirname(import.meta.dirname);
  const docs = await readFile(path.join(root, 'docs', 'runbook.md'), 'utf8');
  const line = /^30 3 \* \* \* .*$/m.exec(docs)?.[0] ?? '';
  const daily = path.join(folder, 'daily');
  await mkdir(daily, { recursive: true });
  const old = Array.from({ length: 14 }, (_, day) => `site-2026-01-${day + 10}-033000.backup`);
  const others = ['notes.txt', 'site-2020.backup', 'site-2026-01-01-033000.backup.unfinished'];
  for (const name of [...old, ...others]) await writeFile(path.join(daily, name), '');

  const siteLine = line.replace('/srv/site', root).replace('/var/backups/site', daily);
  await runAsCron(siteLine.replace('PATH=', `PATH=${await linkNpm(path.join(folder, 'bin'))}:`));
  const names = (await readdir(daily)).sort();
  const [made = '', ...more] = names.filter((name) => !old.includes(name) && !others.includes(name));
  expect([made, more]).toEqual([expect.stringMatching(/^site-20\d\d-\d\d-\d\d-\d{6}\.backup$/), []]);
  expect(names).toEqual([...old.slice(1), 'notes.txt', 'site-2020.backup', made].sort());
  expect(await run('restore', [path.join(daily, made), '--replace'], { DATA_DIR: folder })).toMatchObject({
    code: 0,
  });
});

test('extensions and search indexes survive a restore and its rollback', async () => {
  const expected = await extensionsAndIndexes(app.platform.settings.databaseUrl);
  expect(expected).toContain('pg_trgm in public');
  expect(expected.filter((name) => name.includes('gin_trgm_ops')).length).toBeGreaterThan(3);
  expect(await extensionsAndIndexes(fresh.url)).toEqual(expected);
  expect(await run('restore', [file, '--replace'], { DATA_DIR: folder })).toMatchObject({ code: 0 });
  expect(await extensionsAndIndexes(fresh.url)).toEqual(expected);
  const failed = await run('restore', [await newerQueue(), '--replace'], { DATA_DIR: folder });
  expect(failed.output).toContain('The site is as it was before.');
  const indexes = await query<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexdef like '%gin_trgm_ops%' order by 1`,
  );
  expect(indexes.map(({ indexdef }) => indexdef)).toEqual(
    expected.filter((name) => name.includes('gin_trgm_ops')),
  );
});

test('restore rejects a running site', async () => {
  const site = new pg.Client({ connectionString: fresh.url, application_name: 'pcb-beach-rentals' });
  await site.connect();
  const refused = await run('restore', [file, '--replace'], { DATA_DIR: folder });
  await site.end();
  await untilNoneIsConnected();
  expect(refused).toEqual({
    code: 1,
    output: '\nThe site is running with this database: stop it first.\n',
  });
});

test('backup and restore report missing arguments in one sentence', async () => {
  expect((await run('backup', [], {})).output).toBe(
    '\nSay where to write the backup: npm run backup -- FILE, or --daily FOLDER (with --keep NUMBER); --new-key prints a key for BACKUP_KEY\n',
  );
  expect((await run('restore', ['nothing'], { DATA_DIR: folder })).output).toBe(
    `\nThere is no file ${path.join(folder, 'nothing')}.\n`,
  );
});

const sourceQuery = (sql: string) => app.platform.pool.query(sql);

/** The site with everything that was due in the last hours, and what is due tomorrow, backed up before it was sent. */
async function backupWithDueMail(): Promise<string> {
  const { db } = app.platform;
  const { id: property_id } = await addProperty(db, { street_address: '7 Gulf Drive' });
  const book = (from: number, to: number) =>
    addBooking(db, { property_id, checkin: inDays(from), checkout: inDays(to), confirmed_at: new Date() });
  const [left, due] = [await book(-4, -1), await book(2, 5)];
  await sourceQuery(`
    delete from scheduled_messages; delete from message_planning; delete from review_requests;
    delete from cleaners; delete from turnover_changes;
    insert into scheduled_messages (rule_id, booking_id, due_at, planned_for)
    select gen_random_uuid(), '${due.id}', moment, moment
    from unnest(array[now() - interval '1 hour', now() - interval '1 minute', now() + interval '1 day']) as moment;
    insert into scheduled_messages (rule_id, booking_id, due_at, planned_for, reason)
    values (gen_random_uuid(), '${due.id}', now() - interval '1 hour', now(), 'not_paid');
    insert into review_requests (booking_id, due_at, sent_at) values
      ('${left.id}', now() - interval '1 hour', null), ('${due.id}', now() - interval '6 days', now() - interval '5 days');
    insert into cleaners (name, email) values ('Marisol', 'm@cleaners.example');
    insert into turnover_changes (cleaner_id, property_id, departs_on, created_at)
    select id, '${property_id}', current_date, now() - interval '9 minutes' from cleaners;
    insert into threads (id, kind, waiting_since) values ('${due.id}', 'booking', now() - interval '21 hours')`);
  const name = path.join(folder, `due-${Date.now()}.backup`);
  expect(await run('backup', [name], sourceEnv())).toMatchObject({ code: 0 });
  return name;
}

test('mails that were due since the backup are not sent again automatically, and hosts see their number', async () => {
  const name = await backupWithDueMail();
  const restored = await run('restore', [name, '--replace'], { DATA_DIR: folder });
  expect(restored.output).toMatch(
    /Due since the backup and not sent again by itself: messages to guests: 2, mails with address and access: 1, requests for reviews: 2, (weeks of cleaners: 1, )?changes for cleaners: 1, alarms: 1; hosts see them on \/admin\/today\./,
  );
  expect(
    await query(
      `select status, reason, due_at > now() as is_to_come from scheduled_messages order by due_at, reason`,
    ),
  ).toEqual([
    { status: 'planned', reason: 'not_paid', is_to_come: false },
    { status: 'skipped', reason: 'restored', is_to_come: false },
    { status: 'skipped', reason: 'restored', is_to_come: false },
    { status: 'planned', reason: null, is_to_come: true },
  ]);
  expect(
    await query(`select count(*)::int as count from withheld_arrivals join bookings on id = booking_id
    where arrival_sent_at is null`),
  ).toEqual([{ count: 1 }]);
  expect(
    await query(`select sent_at is not null as sent, reminded_at is not null as reminded, is_open from review_requests
      order by due_at`),
  ).toEqual([
    { sent: true, reminded: true, is_open: false },
    { sent: true, reminded: false, is_open: true },
  ]);
  expect(await query('select from turnover_changes')).toEqual([]);
  expect(await query(`select alarmed_at is not null as alarmed from threads where kind = 'booking'`)).toEqual(
    [{ alarmed: true }],
  );
  expect(
    await query(
      `select unsent -> 'messages' as messages, unsent -> 'arrivals' as arrivals from last_restore`,
    ),
  ).toEqual([{ messages: 2, arrivals: 1 }]);
});

test('access that had ended since the backup stays ended after the restore, and after the next one', async () => {
  await sourceQuery(`
    insert into users (id, email) values ('01980000-0000-7000-8000-000000000003', 'gone@guests.example') on conflict do nothing;
    insert into passkeys (id, user_id, credential_id, public_key)
    select gen_random_uuid(), '${userId}', 'a-phone-that-was-lost-' || n, '\\x00' from generate_series(1, 2) as n;
    update cleaners set link_version = 1, token_hash = '\\x01';
    insert into calendar_links (property_id, channel) select id, 'airbnb' from properties limit 1 on conflict do nothing;
    insert into booking_browsers (booking_id, browser_hash) select id, '\\x05' from bookings`);
  const name = path.join(folder, 'before-leak.backup');
  expect(await run('backup', [name], sourceEnv())).toMatchObject({ code: 0 });
  expect(await run('restore', [name, '--replace'], { DATA_DIR: folder })).toMatchObject({ code: 0 });
  await query(`
    update bookings set key_version = key_version + 1, key_hash = '\\x02' where id = (select min(id::text)::uuid from bookings);
    update threads set reply_token = 'renewed', host_reply_token = 'renewed-too' where kind = 'booking';
    update cleaners set link_version = 2, token_hash = null;
    update cleaners set token_hash = '\\x03', is_active = false;
    update calendar_links set token = 'renewed' where id = (select min(id::text)::uuid from calendar_links);
    delete from passkeys where credential_id = 'a-phone-that-was-lost-1';
    delete from users where email = 'gone@guests.example'`);
  const state = () =>
    query<object>(`select
      (select array_agg(key_version || encode(key_hash, 'hex') order by id) from bookings where key_version > 0) as keys,
      (select count(*)::int from booking_browsers where booking_id = (select min(id::text)::uuid from bookings)) as browsers,
      (select array_agg(reply_token || ' ' || host_reply_token) from threads where kind = 'booking') as replies,
      (select array_agg(link_version || encode(token_hash, 'hex') || is_active) from cleaners) as cleaners,
      (select count(*)::int from calendar_links where token = 'renewed') as calendars,
      (select array_agg(credential_id) from passkeys) as passkeys`);
  const ended = await state();
  for (const _ of ['once', 'again']) {
    const restored = await run('restore', [name, '--replace'], { DATA_DIR: folder });
    expect(restored.output).toContain(
      'Links, passkeys, offers and accounts that were ended since, ended again: 6.',
    );
    expect(await state()).toEqual([{ ...ended[0], browsers: 0 }]);
    // The job that deletes accounts removes the account with all its data.
    expect(
      await query(`select identifier from graphile_worker._private_jobs as job
        join graphile_worker._private_tasks as task on task.id = task_id where identifier = 'delete_ended_accounts'`),
    ).toHaveLength(1);
  }
});

test('a restore without the database of before says that what had ended is there again', async () => {
  const elsewhere = await mkdtemp(path.join(os.tmpdir(), 'pcb-elsewhere-'));
  const restored = await run('restore', [file], { DATA_DIR: elsewhere });
  await rm(elsewhere, { recursive: true, force: true });
  expect(restored.output).toContain(
    'Links, passkeys, offers and accounts that were ended since the backup are there again: docs/runbook.md says how to end them.',
  );
});

test('restore reads the newest encrypted backup of a place, and the one that a URL names', async () => {
  const place = path.join(folder, 'place');
  const key = randomBytes(32);
  const { settings } = app.platform;
  settings.backup = { url: `file:${place}`, s3: null, key };
  const phone = (value: string) => app.platform.pool.query('update site_settings set phone = $1', [value]);
  for (const value of ['older', 'newest']) {
    await phone(value);
    await runBackups(app.ctx, { make: true });
  }
  const [older = ''] = (await readdir(place)).sort();
  const BACKUP_KEY = key.toString('base64url');
  const restoreFrom = (from: string, env: Record<string, string> = { BACKUP_KEY }) =>
    run('restore', [from, '--replace'], { DATA_DIR: folder, ...env });
  const restoredPhone = async () =>
    (await query<{ phone: string }>('select phone from site_settings'))[0]?.phone;
  expect(await restoreFrom(`file:${place}`)).toMatchObject({ code: 0 });
  expect(await restoredPhone()).toBe('newest');
  expect(await restoreFrom(`file:${place}/${older}`)).toMatchObject({ code: 0 });
  expect(await restoredPhone()).toBe('older');

  const output = async (from: string, env?: Record<string, string>) => (await restoreFrom(from, env)).output;
  expect(await output(place, {})).toContain('The backup is encrypted: set BACKUP_KEY');
  expect(await output(place, { BACKUP_KEY: randomBytes(32).toString('base64url') })).toContain(
    'is not the key',
  );
  expect(await output(place, { BACKUP_KEY: 'short' })).toContain('BACKUP_KEY must be 32 bytes');
  expect(await output(`file:${place}/site-2020-01-01-000000.backup`)).toContain(
    'There is no backup site-2020',
  );
  expect(await output(`file:${folder}/nowhere`)).toContain('cannot be read: ENOENT');
  expect(await restoredPhone()).toBe('older');
}, 300_000);

test('backup prints a new key of 32 bytes', async () => {
  const { output } = await run('backup', ['--new-key'], sourceEnv());
  expect(Buffer.from(output.trim(), 'base64url')).toHaveLength(32);
});
