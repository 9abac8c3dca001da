import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCrontab } from 'graphile-worker';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createDb, createPool } from '../src/db/client.server.ts';
import { migrate } from '../src/db/migrate.server.ts';
import { readTables } from '../src/db/table-schemas.server.ts';
import { compileTables } from '../src/db/tables.server.ts';
import { ensureIndexes } from '../src/features/admin/schema/ensure-indexes.server.ts';
import { crontab } from '../src/jobs.server.ts';
import { createLog } from '../src/platform/observability/logger.server.ts';
import { seed } from '../src/seed/seed.server.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../test/database-proxy.ts';
import { type MailServerOptions, openMailServer, type TestMailServer } from '../test/mail-server.ts';
import { noFiles } from '../test/seed-without-files.ts';
import { requiredEnv } from '../test/settings.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';
// @ts-expect-error: plain JavaScript, which runs before anything is installed
import { projectNode, root } from './prepare.mjs';
import { buildOnce } from './start-fixture.ts';

const port = 5_340 + (process.pid % 180);
const url = `http://localhost:${port}`;
const longMs = 600_000;

let folder: string;
let postgres: RunningPostgres;
let proxy: DatabaseProxy;
let mailServer: TestMailServer;
const sites: Site[] = [];

interface Site {
  child: ChildProcess;
  output(): string;
  ended: Promise<number | null>;
}

beforeAll(async () => {
  await buildOnce();
  folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-restart-'));
  await mkdir(path.join(folder, 'site'));
  postgres = await startPostgres(folder, () => {});
  proxy = await openDatabaseProxy(postgres.url);
  const pool = createPool(postgres.url);
  await migrate(pool);
  await seed(createDb(pool), noFiles, { withExamples: true });
  // A start that builds an index and a test that locks its table would wait for each other.
  await ensureIndexes({ pool, tables: compileTables(await readTables()), log: createLog('warn') });
  await pool.end();
}, longMs);

afterEach(async () => {
  for (const { child, ended } of sites.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await mailServer?.close();
  await query('truncate graphile_worker._private_jobs, inquiries cascade');
});

afterAll(async () => {
  await proxy?.close();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

/** The process of the site, without the program that usually starts and watches it. */
async function start(mail: MailServerOptions, env: Record<string, string> = {}): Promise<Site> {
  mailServer = await openMailServer(mail);
  const child = spawn(projectNode, [path.join(root, 'build', 'app', 'server.js')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...requiredEnv,
      PORT: String(port),
      DATA_DIR: path.join(folder, 'site'),
      TRUST_PROXY: 'loopback',
      DATABASE_URL: proxy.url,
      SMTP_URL: mailServer.url,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const site = { child, output: () => text, ended };
  sites.push(site);
  const ready = new Promise((resolve) => child.once('message', resolve));
  expect(await Promise.race([ready, ended.then(() => text)])).toHaveProperty('ready');
  return site;
}

let clients = 0;

/** Sends an inquiry from an address of its own. @returns the guest's address once it was acknowledged */
async function sendInquiry(): Promise<string> {
  const email = `guest-${randomUUID()}@guests.example`;
  clients += 1;
  const response = await fetch(`${url}/api/forms/submit`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `198.51.${Math.floor(clients / 250)}.${clients % 250}`,
    },
    body: JSON.stringify({
      formId: 'booking_inquiry',
      name: 'Ann Lee',
      email,
      guests: 2,
      property: 'Sunset Villa',
      checkin: '2030-06-10',
      checkout: '2030-06-17',
    }),
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${body}`);
  return email;
}

/** Guests who send one inquiry after the other. */
function startLoad(guests: number) {
  const acknowledged: string[] = [];
  let isOver = false;
  const sending = Array.from({ length: guests }, async () => {
    while (!isOver) {
      await sendInquiry().then(
        (email) => acknowledged.push(email),
        (error: Error) => expect(error.message).toMatch(/^503|fetch failed/),
      );
      await sleep(20);
    }
  });
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await Promise.all(sending);
    },
  };
}

/** Resolves once the site takes inquiries and shows pages that it renders for one visitor; prints how long that took. */
async function untilBack(): Promise<void> {
  const since = performance.now();
  await vi.waitFor(
    async () => {
      await sendInquiry();
      expect((await fetch(`${url}/shop?visitor=${randomUUID()}`)).status).toBe(200);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
    },
    { timeout: 60_000, interval: 50 },
  );
  console.info(`T-103: back after ${Math.round(performance.now() - since)} ms`);
}

/** Adds the tasks whose next run may be an hour away, as their hour does. */
async function addTimedJobs(): Promise<void> {
  for (const { task, options } of parseCrontab(crontab).filter(({ task }) => task.startsWith('sweep')))
    await query(
      `select graphile_worker.add_job('${task}', max_attempts := ${options.maxAttempts}, queue_name := '${task}',
         job_key := '${task}')`,
    );
}

/** Checks that nothing acknowledged is lost, and that each guest gets one mail. */
async function expectAllKept(acknowledged: string[]): Promise<void> {
  expect(acknowledged.length).toBeGreaterThan(10);
  const stored = new Set(
    (await query<{ email: string }>('select email from inquiries')).map(({ email }) => email),
  );
  expect(acknowledged.filter((email) => !stored.has(email))).toEqual([]);
  // A job whose connection ended as it did waits for the end of its lease and for its next attempt, at worst several times.
  const waiting =
    'select task_identifier, attempts, max_attempts, run_at, locked_at, last_error from graphile_worker.jobs';
  await vi.waitFor(async () => expect(await query(waiting)).toEqual([]), { timeout: 400_000, interval: 200 });
  const toGuests = mailServer.taken.filter((address) => stored.has(address));
  expect(toGuests).toHaveLength(new Set(toGuests).size);
  expect(new Set(toGuests)).toEqual(stored);
}

test('T-103: all connections end, three times in a row, with mail and timed jobs in flight: back by itself, nothing lost or doubled', {
  timeout: longMs,
}, async () => {
  const { child } = await start({ delayMs: 30 });
  const load = startLoad(4);
  await vi.waitFor(() => expect(mailServer.taken.length).toBeGreaterThan(5), { timeout: 60_000 });
  for (let round = 0; round < 3; round += 1) {
    await addTimedJobs();
    await sleep(200);
    await query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await untilBack();
  }
  await load.stop();
  await expectAllKept(load.acknowledged);
  expect(child.exitCode).toBeNull();
});

test('T-103: PostgreSQL restarts under load: back by itself, nothing lost or doubled', {
  timeout: longMs,
}, async () => {
  const { child } = await start({ delayMs: 30 });
  const load = startLoad(4);
  await vi.waitFor(() => expect(mailServer.taken.length).toBeGreaterThan(5), { timeout: 60_000 });
  await postgres.stop();
  proxy.cut();
  await sleep(2_000);
  postgres = await startPostgres(folder, () => {});
  proxy.restore(postgres.url);
  await untilBack();
  await load.stop();
  await expectAllKept(load.acknowledged);
  expect(child.exitCode).toBeNull();
});

test('T-103: a database host that is gone without a word is left for the new one', {
  timeout: longMs,
}, async () => {
  const { child } = await start({});
  await untilBack();
  proxy.freeze();
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), {
    timeout: 60_000,
    interval: 50,
  });
  await untilBack();
  expect(child.exitCode).toBeNull();
});

test('T-102: 30 readers of a locked blog get 503 before the lock ends and leave other pages unaffected', {
  timeout: longMs,
}, async () => {
  await start({});
  await fetch(`${url}/shop?warm`);
  const locker = new pg.Client({ connectionString: postgres.url });
  await locker.connect();
  await locker.query(`select pg_notify('content_changed', '')`);
  await locker.query('begin; lock table blog_posts in access exclusive mode');
  const load = async (page: string) => {
    const since = performance.now();
    const response = await fetch(url + page);
    await response.text();
    const { status, headers } = response;
    return { status, retryAfter: headers.get('Retry-After'), ms: performance.now() - since };
  };
  const reading = Array.from({ length: 30 }, (_, index) => load(`/api/blog/post-${index}`));
  const others = [];
  for (let count = 0; count < 20; count += 1) others.push(await load(`/shop?visitor=${count}`));
  const affected = await Promise.all(reading);
  await locker.end();
  const slowestMs = (loads: { ms: number }[]) => Math.round(Math.max(...loads.map(({ ms }) => ms)));
  console.info(`T-102: 503 after at most ${slowestMs(affected)} ms; other pages ${slowestMs(others)} ms`);
  for (const { status, retryAfter } of affected) expect([status, retryAfter]).toEqual([503, '3']);
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
});

test('T-105: an unhandled rejection is logged, and the process lives', async () => {
  const program = 'setTimeout(() => { Promise.reject(new Error("nobody waits")) }, 100)';
  const { child, output } = await start(
    {},
    { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` },
  );
  await vi.waitFor(() => expect(output()).toContain('nobody waits'), { timeout: 30_000 });
  expect(output()).toContain('unhandled rejection');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(child.exitCode).toBeNull();
});

/** Whether the page arrived completely. */
function load(page: string, agent: Agent, sent: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(page, { agent }, (response: IncomingMessage) => {
      response.resume();
      response.once('close', () => resolve(response.complete && response.statusCode === 200));
    });
    request.once('error', () => resolve(false));
    request.once('socket', (socket) => socket.once('connect', () => setImmediate(sent)));
  });
}

/** Every process that was started with this test's folder. */
async function processes(): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter(
    (name) => /^\d+$/.test(name) && name !== String(process.pid),
  )) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (environment.includes(path.join(folder, 'site'))) found.push(pid);
  }
  return found;
}

test('T-104: SIGTERM with 200 requests and mail to a silent server in flight: none dropped, ended, mail once from the next', {
  timeout: longMs,
}, async () => {
  const { child, ended } = await start({ silent: true });
  const guests: string[] = [];
  for (let count = 0; count < 10; count += 1) guests.push(await sendInquiry());
  await vi.waitFor(() => expect(mailServer.connections()).toBe(2), { timeout: 30_000 });
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  let sent = 0;
  let since = 0;
  // Most of these are calls: a busy machine cannot render 200 pages in the time that requests in flight get.
  const pages = await Promise.all(
    Array.from({ length: 200 }, (_, guest) =>
      load(guest % 10 ? `${url}/api/properties` : `${url}/?guest=${guest}`, agent, () => {
        sent += 1;
        if (sent < 200) return;
        since = performance.now();
        child.kill('SIGTERM');
      }),
    ),
  );
  expect(pages.filter((whole) => !whole)).toHaveLength(0);
  expect(await ended).toBe(0);
  console.info(`T-104: ended after ${Math.round(performance.now() - since)} ms`);
  agent.destroy();
  expect(await processes()).toEqual([]);
  await mailServer.close();

  await start({});
  await vi.waitFor(() => expect(mailServer.taken).toHaveLength(20), { timeout: 60_000 });
  await sleep(3_000);
  const toGuests = mailServer.taken.filter((address) => address.startsWith('guest-'));
  expect(toGuests.toSorted()).toEqual(guests.toSorted());
});

test('a process stops while the database is away and jobs are in flight', {
  timeout: longMs,
}, async () => {
  const { child, ended } = await start({ silent: true });
  await sendInquiry();
  await vi.waitFor(() => expect(mailServer.connections()).toBe(2), { timeout: 30_000 });
  proxy.cut();
  await sleep(500);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  proxy.restore();
});
