import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { runAsDatabaseUser } from './database-user.ts';
import { localSettings } from './local-settings.ts';
import { startPostgres } from './postgres.ts';
import { limitLog } from './postgres-process.ts';

let folder: string;
let others: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-postgres-'));
});
afterEach(() => {
  for (const other of others.splice(0)) other.kill('SIGKILL');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const inFolder = (name: string): string => path.join(folder, name);
const readUrl = async (): Promise<string> =>
  JSON.parse(await readFile(inFolder('postgres.json'), 'utf8')).url;

/** Starts the database, runs some SQL and stops it. */
async function query(sql: string): Promise<unknown[]> {
  const { url, stop } = await startPostgres(folder, () => {});
  const client = new pg.Client({ connectionString: url });
  try {
    expect(await readUrl()).toBe(url);
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
    await stop();
  }
}

/** A program of the database's own user that is no database. */
async function otherProcess(): Promise<number> {
  const { options } = runAsDatabaseUser('/bin/sleep', ['600']);
  const other = spawn('/bin/sleep', ['600'], { ...options, stdio: 'ignore' });
  others = [...others, other];
  return other.pid ?? expect.fail('sleep did not start');
}

test('a torn or missing postgres.json costs nothing: the password has a file that is never rewritten', async () => {
  await query('create table t (n integer)');
  const password = await readFile(inFolder('postgres.password'), 'utf8');
  const { ino } = await stat(inFolder('postgres.password'));
  await truncate(inFolder('postgres.json'));
  await query('insert into t values (1)');
  await rm(inFolder('postgres.json'));
  expect(await query('select n from t')).toEqual([{ n: 1 }]);
  expect(await readFile(inFolder('postgres.password'), 'utf8')).toBe(password);
  const after = await stat(inFolder('postgres.password'));
  expect([after.ino, after.mode & 0o777]).toEqual([ino, 0o600]);
});

test('a data folder of an earlier version, with its password only in postgres.json, is taken over', async () => {
  await query('select 1');
  const password = await readFile(inFolder('postgres.password'), 'utf8');
  await rm(inFolder('postgres.password'));
  expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
  expect(await readFile(inFolder('postgres.password'), 'utf8')).toBe(password);
});

test('a lost password is named in one sentence', async () => {
  await query('select 1');
  const password = await readFile(inFolder('postgres.password'));
  for (const name of ['postgres.password', 'postgres.json']) await truncate(inFolder(name));
  await expect(startPostgres(folder, () => {})).rejects.toThrow(
    `The password of the database cannot be read from ${inFolder('postgres.password')}: put that file back from a copy of the folder, or see "When it does not start" in docs/runbook.md.`,
  );
  await writeFile(inFolder('postgres.password'), password);
  expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
});

test('a torn secrets.json is named in one sentence', async () => {
  localSettings({}, 3000, folder);
  await truncate(inFolder('secrets.json'), 20);
  expect(() => localSettings({}, 3000, folder)).toThrow(
    `${inFolder('secrets.json')} cannot be read: put it back from a copy, or delete it, which ends open codes and links that leave a list.`,
  );
  await rm(inFolder('secrets.json'));
  expect(localSettings({}, 3000, folder)).toEqual(localSettings({}, 3000, folder));
});

test('a stale postmaster.pid whose process id another program has does not prevent a start', async () => {
  const { stop } = await startPostgres(folder, () => {});
  const pidFile = inFolder('postgres/postmaster.pid');
  const [, ...lines] = (await readFile(pidFile, 'utf8')).split('\n');
  await stop();
  expect(existsSync(pidFile)).toBe(false);
  const { uid, gid } = await stat(inFolder('postgres/PG_VERSION'));
  const pid = await otherProcess();
  await writeFile(pidFile, [pid, ...lines].join('\n'), { mode: 0o600 });
  if (process.getuid?.() === 0) await chown(pidFile, uid, gid);

  expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
  expect(() => process.kill(pid, 0), 'the other program is left alone').not.toThrow();
});

test('a port that another program takes before the database does is left to it', async () => {
  const takers: net.Server[] = [];
  const { close } = net.Server.prototype;
  // A free port is one at which a server has listened and is closed.
  vi.spyOn(net.Server.prototype, 'close').mockImplementationOnce(function (this: net.Server, done) {
    const { port } = this.address() as net.AddressInfo;
    return close.call(this, () => {
      takers.push(net.createServer().listen(port, '127.0.0.1', () => done?.()));
    });
  });
  expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
  expect(takers).toHaveLength(1);
  for (const taker of takers) taker.close();
});

test('a running server is adopted, however the path of its folder is spelled', async () => {
  const first = await startPostgres(folder, () => {});
  const second = await startPostgres(`${folder}/../${path.basename(folder)}`, () => {});
  expect(second).toMatchObject({ url: first.url, wasRunning: true });
  await first.stop();
});

test('the log outlives starts, is readable only by its owner, has no values of rows, and is cut at 10 MB', async () => {
  const log = inFolder('postgres.log');
  await query(`create table person (name text check (name <> 'Ann Example'))`);
  await expect(query(`insert into person values ('Ann Example')`)).rejects.toThrow('violates check');
  await query('select 1');
  const text = await readFile(log, 'utf8');
  expect(text).toContain('violates check constraint');
  expect(text.match(/starting PostgreSQL/g)?.length).toBeGreaterThan(2);
  expect(text).not.toContain('Failing row');
  expect((await stat(log)).mode & 0o777).toBe(0o600);

  await writeFile(log, 'x'.repeat(10_000_001));
  await query('select 1');
  expect((await stat(log)).size).toBeLessThan(100_000);
  expect(await stat(`${log}.1`)).toMatchObject({ size: 10_000_001 });
});

test('a log that cannot be copied, as on a full disk, is emptied and ends nothing', async () => {
  const log = inFolder('full.log');
  await mkdir(`${log}.1`);
  await writeFile(log, 'x'.repeat(10_000_001));
  limitLog(log);
  expect((await stat(log)).size).toBe(0);
});
