import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localSettings } from './local-settings.ts';
import { DataDirLocked, lockDataDir } from './lock.ts';
import { replaceFile } from './replace-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const rejected = (): DataDirLocked => {
  try {
    lockDataDir(folder, 'npm start').release();
  } catch (error) {
    if (error instanceof DataDirLocked) return error;
    throw error;
  }
  throw new Error('the folder was locked twice');
};

test.each([
  ['npm start', 'stop it first, or set DATA_DIR to another folder'],
  ['npm run backup', 'wait until it has finished'],
  ['npm run restore', 'wait until it has finished'],
] as const)('a folder that "%s" uses is locked, and the advice fits it', (command, advice) => {
  const lock = lockDataDir(folder, command);
  const { message, command: holder } = rejected();
  expect(holder).toBe(command);
  expect(message).toBe(`${folder} is in use by "${command}" (process ${process.pid}): ${advice}.`);
  lock.release();
  lockDataDir(folder, 'npm start').release();
});

test('a lock whose holder has not written its name yet, or half of it, is a lock still', async () => {
  const lock = lockDataDir(folder, 'npm run backup');
  for (const text of ['', '{"command":"npm'])
    await writeFile(path.join(folder, 'lock.json'), text).then(() =>
      expect(rejected().message).toContain('stop it first'),
    );
  await rm(path.join(folder, 'lock.json'));
  expect(rejected().command).toBe('npm start');
  lock.release();
});

test('a lock.json without a holder locks nothing', async () => {
  await writeFile(path.join(folder, 'lock.json'), JSON.stringify({ command: 'npm start', pid: 1 }));
  lockDataDir(folder, 'npm run restore').release();
});

test('a folder that cannot be locked for another reason is not said to be in use', () => {
  expect(() => lockDataDir(path.join(folder, 'missing'), 'npm start')).toThrow(
    expect.not.objectContaining({ command: expect.anything() }),
  );
});

test('a replaced file is readable only by its owner, and nothing unfinished stays beside it', async () => {
  const file = path.join(folder, 'secrets.json');
  await writeFile(`${file}.new`, 'half of an earlier attempt that was much longer');
  for (const text of ['one', 'another']) replaceFile(file, text);
  expect(await readFile(file, 'utf8')).toBe('another');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(stat(`${file}.new`)).rejects.toThrow('ENOENT');
});

test('secrets are made once for a folder, and differ between folders', async () => {
  const other = path.join(folder, 'other');
  await rm(other, { force: true });
  const first = localSettings({}, 3_000, folder);
  expect(localSettings({}, 3_000, folder)).toEqual(first);
  expect(first.standIns).toEqual(['mail', 'stripe', 'google']);
  await rm(path.join(folder, 'secrets.json'));
  const second = localSettings({}, 3_000, folder).env;
  for (const name of [
    'SESSION_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'GOOGLE_CLIENT_SECRET',
  ]) {
    expect(first.env[name]?.length).toBeGreaterThan(30);
    expect(second[name]).not.toBe(first.env[name]);
  }
});

test.each([
  [{ SMTP_URL: 'smtp://mail.example' }, ['stripe', 'google'], ['SMTP_URL']],
  [
    { STRIPE_SECRET_KEY: 'sk_live_1' },
    ['mail', 'google'],
    ['STRIPE_API_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ],
  [
    { GOOGLE_CLIENT_ID: 'id' },
    ['mail', 'stripe'],
    ['GOOGLE_ISSUER', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ],
  [
    { SESSION_SECRET: 'x', APP_URL: 'https://pcb.example' },
    ['mail', 'stripe', 'google'],
    ['SESSION_SECRET', 'APP_URL'],
  ],
  // No stand-in runs, so none answers for names.
  [
    { SMTP_URL: 'smtp://mail.example', STRIPE_SECRET_KEY: 'sk_live_1', GOOGLE_CLIENT_ID: 'id' },
    [],
    ['DNS_SERVER', 'SMTP_URL', 'STRIPE_API_URL', 'GOOGLE_ISSUER'],
  ],
])('with %j the stand-ins are %j, and what was set stays as it is', (given, standIns, open) => {
  const settings = localSettings(given, 3_000, folder);
  expect(settings.standIns).toEqual(standIns);
  for (const name of open) expect(settings.env).not.toHaveProperty(name);
});
