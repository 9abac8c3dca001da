import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createDb, createPool } from '../src/db/client.server.ts';
import { migrate } from '../src/db/migrate.server.ts';
import { seed } from '../src/db/seed/seed.server.ts';
import { noFiles } from '../test/seed-pictures.ts';
import { startPostgres } from './postgres.ts';

const port = 4_800 + 3 * (process.pid % 60);
const site = `http://localhost:${port}`;
const longMs = 300_000;

let folder: string;
let dataDir: string;
const started: Start[] = [];

interface Start {
  child: ChildProcess;
  /** Everything it has said so far. */
  output(): string;
  /** Resolves when the site says that it is ready. */
  ready(): Promise<void>;
  ended: Promise<number | null>;
}

/** A site with its rows, but without the pictures whose drawing takes long. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-start-'));
  dataDir = path.join(folder, 'data');
  await mkdir(dataDir);
  await withDatabase(async (pool) => {
    await migrate(pool);
    await seed(createDb(pool), noFiles);
  });
}, longMs);

afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** `npm start`, or the program that it hands over to once everything is built. */
function start(program: 'start.mjs' | 'local.ts', env: Record<string, string> = {}): Start {
  const { DATABASE_URL: _url, NODE_ENV: _kind, VITEST: _vitest, ...inherited } = process.env;
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program)], {
    cwd: folder,
    env: { ...inherited, PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const one: Start = {
    child,
    output: () => text,
    ready: () =>
      vi.waitFor(() => expect(text).toContain('Stop with Ctrl-C.'), { timeout: longMs, interval: 50 }),
    ended,
  };
  started.push(one);
  return one;
}

/** Starts, waits for the refusal and gives its words. */
async function refusal(env: Record<string, string> = {}): Promise<string> {
  const { ended, output } = start('local.ts', env);
  expect(await ended).toBe(1);
  return output().trim();
}

async function withDatabase<Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const postgres = await startPostgres(dataDir, () => {});
  const pool = createPool(postgres.url);
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

const databasePid = async (): Promise<number> => {
  const text = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
};

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Takes a port, or fails when somebody has it. */
function occupy(wanted: number): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(wanted, () => resolve(server));
  });
}

async function isFree(wanted: number): Promise<void> {
  const server = await occupy(wanted);
  await new Promise((resolve) => server.close(resolve));
}

const nothingIsLeft = async (database: number): Promise<void> => {
  expect(isAlive(database)).toBe(false);
  for (const wanted of [port, port + 1, port + 2]) await isFree(wanted);
};

/** @param guest whose limit on inquiries it counts against */
async function sendInquiry(name: string, guest = '192.0.2.1'): Promise<void> {
  const answer = await fetch(`${site}/api/forms/submit`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': guest },
    body: JSON.stringify({
      ...{ formId: 'booking_inquiry', name, email: 'ann@example.com', guests: 2 },
      ...{ property: 'Any Available Property', checkin: '2099-05-01', checkout: '2099-05-04' },
    }),
  });
  expect(await answer.json()).toMatchObject({ success: true });
}

async function inquiries(): Promise<string[]> {
  const { url } = JSON.parse(await readFile(path.join(dataDir, 'postgres.json'), 'utf8'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select name from inquiries order by created_at');
  await client.end();
  return rows.map((row) => row.name);
}

test('one command starts everything from any folder, and its end stops everything', {
  timeout: longMs,
}, async () => {
  const { child, ended, ready, output } = start('start.mjs');
  await ready();
  const database = await databasePid();
  for (const address of [site, `${site}/readyz`, `${site}/api/docs`, `http://localhost:${port + 1}/mail`])
    expect((await fetch(address)).status, address).toBe(200);
  expect(output()).toContain(`PCB Beach Rentals   ${site}`);
  expect(output()).toContain('stand-in: no real money');

  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  await nothingIsLeft(database);
  expect(existsSync(path.join(folder, 'build')), 'it builds in its own folder').toBe(false);
});

test('whatever is killed, what was acknowledged is there after the next start', {
  timeout: longMs,
}, async () => {
  const first = start('local.ts');
  await first.ready();
  await sendInquiry('Before the first kill');
  const database = await databasePid();
  first.child.kill('SIGKILL');
  await vi.waitFor(() => isFree(port), { timeout: 30_000, interval: 100 });
  expect(isAlive(database), 'the database goes on by itself').toBe(true);

  const second = start('local.ts');
  await second.ready();
  expect(await databasePid(), 'and is taken over').toBe(database);
  await sendInquiry('Before the second kill');
  second.child.kill('SIGKILL');
  process.kill(database, 'SIGKILL');
  await vi.waitFor(() => isFree(port), { timeout: 30_000, interval: 100 });

  const third = start('local.ts');
  await third.ready();
  expect(await inquiries()).toEqual(['Before the first kill', 'Before the second kill']);
  const recovered = await databasePid();
  third.child.kill('SIGINT');
  expect(await third.ended).toBe(0);
  await nothingIsLeft(recovered);
});

/** Sends inquiries until one finds nobody there; gives the names of those that were acknowledged. */
async function sendUntilKilled(round: number): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let count = 0; ; count += 1) {
    const name = `Guest ${round}-${count}`;
    try {
      await sendInquiry(name, `198.51.${round}.${count % 250}`);
    } catch {
      return acknowledged;
    }
    acknowledged.push(name);
  }
}

test('five kills under load lose no acknowledged inquiry', { timeout: longMs }, async () => {
  const acknowledged: string[] = [];
  for (const round of [1, 2, 3, 4, 5]) {
    const one = start('local.ts', { TRUST_PROXY: 'loopback' });
    await one.ready();
    const sending = [0, 50, 100].map((lane) => sendUntilKilled(round + lane));
    await vi.waitFor(
      async () => expect((await inquiries()).length).toBeGreaterThan(acknowledged.length + 10),
      { timeout: longMs, interval: 100 },
    );
    const database = await databasePid();
    if (round % 2 === 1) process.kill(database, 'SIGKILL');
    if (round !== 3) one.child.kill('SIGKILL');
    acknowledged.push(...(await Promise.all(sending)).flat());
    await one.ended;
    await vi.waitFor(() => isFree(port), { timeout: 30_000, interval: 100 });
  }
  const last = start('local.ts');
  await last.ready();
  const stored = new Set(await inquiries());
  expect(acknowledged.length).toBeGreaterThan(40);
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
});

test('T-104: a process that was told to end says so at /readyz while it still answers everybody', {
  timeout: longMs,
}, async () => {
  const { child, ended, ready } = start('local.ts', { SHUTDOWN_DELAY_SECONDS: '3' });
  await ready();
  const statusOf = async (path: string) => (await fetch(`${site}${path}`).catch(() => null))?.status;
  expect(await statusOf('/readyz')).toBe(200);
  child.kill('SIGTERM');
  await expect.poll(() => statusOf('/readyz')).toBe(503);
  expect([await statusOf('/api/properties'), await statusOf('/healthz')]).toEqual([200, 200]);
  expect(await ended).toBe(0);
  await isFree(port);
});

test('a database that ends by itself ends the site, with one sentence', { timeout: longMs }, async () => {
  const { ended, ready, output } = start('local.ts');
  await ready();
  process.kill(await databasePid(), 'SIGKILL');
  expect(await ended).toBe(1);
  expect(output().trim().split('\n').at(-1)).toBe(
    `The database ended unexpectedly (see ${dataDir}/postgres.log): start the site again.`,
  );
  await isFree(port);
});

/** Everything that runs with this test's data folder in its command or its environment. */
async function leftovers(dataDir: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const texts = ['cmdline', 'environ'].map((name) =>
      readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => ''),
    );
    const [command = '', environment] = await Promise.all(texts);
    if (pid !== String(process.pid) && `${command}${environment}`.includes(dataDir)) found.push(command);
  }
  return found;
}

test.each([
  ['the database is being created', 'Creating the database'],
  ['the new database starts', 'Creating the database', 400],
  ['the site starts', 'Creating the database', 900],
  ['the site fills itself', 'Preparing pictures 1/'],
])(
  'stopped while %s, a start ends quietly and leaves nothing behind',
  { timeout: longMs },
  async (_when, word, ms = 0) => {
    const place = path.join(folder, `stopped-${Date.now()}`);
    const { child, ended, output } = start('local.ts', { DATA_DIR: place });
    await vi.waitFor(() => expect(output()).toContain(word), { timeout: longMs, interval: 10 });
    await new Promise((resolve) => setTimeout(resolve, ms));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output().replace(/^• .* …\n/gm, '')).toBe('');
    // A picture that is being encoded is finished first.
    await vi.waitFor(async () => expect(await leftovers(place)).toEqual([]), { timeout: longMs });
  },
);

test.each(['abc', '65534'])('the port %s is named together with the other mistakes', async (PORT) => {
  const words = await refusal({ PORT, STORAGE_URL: 's3://bucket', LOG_LEVEL: 'loud' });
  expect(words.split('\n')).toEqual([
    'The site cannot start with these settings:',
    '  - PORT must be a number from 1 to 65533; the stand-ins take the next 2',
    expect.stringContaining('LOG_LEVEL must be'),
    expect.stringContaining('AWS_ACCESS_KEY_ID is missing'),
    expect.stringContaining('AWS_SECRET_ACCESS_KEY is missing'),
  ]);
});

test('a port that another program has is named', async () => {
  for (const taken of [port, port + 1]) {
    const server = await occupy(taken);
    expect(await refusal()).toBe(
      `Port ${taken} is already in use: stop the other program, or set PORT to another number.`,
    );
    server.close();
  }
});

test('a data folder that cannot be written to is named', async () => {
  const place = path.join(folder, 'a-file', 'data');
  await writeFile(path.join(folder, 'a-file'), '');
  expect(await refusal({ DATA_DIR: place })).toBe(
    `This user may not write to ${place}: change its owner, or set DATA_DIR to another folder.`,
  );
});

test('a database of a newer version of the site is left alone', async () => {
  await withDatabase((pool) =>
    pool.query(`insert into schema_migrations (version, name) values (999, 'later')`),
  );
  const words = await refusal();
  await withDatabase((pool) => pool.query('delete from schema_migrations where version = 999'));
  expect(words).toMatch(
    /^The database is at version 999, but this version of the site knows only up to \d+\. /,
  );
  expect(words).toContain('Update the site');
  await isFree(port + 1);
});

test('production names all it misses at once and starts no stand-in', async () => {
  const words = await refusal({ NODE_ENV: 'production' });
  expect(words.split('\n').map((line) => line.replace(/^ +- /, ''))).toEqual([
    'The site cannot start with these settings:',
    ...['APP_URL', 'SESSION_SECRET', 'SMTP_URL', 'MAIL_FROM', 'HOSTS_EMAIL'].map(
      (name) => `${name} is missing`,
    ),
    ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'].map((name) => `${name} is missing`),
    ...['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'].map((name) => `${name} is missing`),
  ]);
});
