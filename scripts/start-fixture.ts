import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { createDb, createPool } from '../src/db/client.server.ts';
import { migrate } from '../src/db/migrate.server.ts';
import { seed } from '../src/seed/seed.server.ts';
import { isAlive } from '../test/children.ts';
import { noFiles } from '../test/seed-without-files.ts';
import { lockDataDir } from './lock.ts';
import { startPostgres } from './postgres.ts';
// @ts-expect-error plain JavaScript, shared with the start on any Node.js
import { build } from './prepare.mjs';
import { makeDatabaseFolder } from './temporary-folder.ts';

/** The timeout of tests that start whole sites; only what never comes reaches it. */
export const longMs = 300_000;

export interface Start {
  child: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** Resolves when the site says that it is ready. */
  ready(): Promise<void>;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

/**
 * A site with its rows, but without images, whose drawing takes long, in a temporary folder; every process of a test
 * is stopped after it. Call it once at the top of a test file.
 * @param firstPort of 180 from which this file's process takes three
 */
export function startFixture(firstPort: number) {
  const port = firstPort + 3 * (process.pid % 60);
  const url = `http://localhost:${port}`;
  const started: Start[] = [];
  const place = { folder: '', dataDir: '' };

  beforeAll(async () => {
    await buildOnce();
    place.folder = makeDatabaseFolder('pcb-start-');
    place.dataDir = path.join(place.folder, 'data');
    await mkdir(place.dataDir);
    await withDatabase(async (pool) => {
      await migrate(pool);
      await seed(createDb(pool), noFiles, { withExamples: true });
    });
  }, longMs);

  afterEach(async () => {
    for (const { child, ended } of started.splice(0)) {
      child.kill('SIGTERM');
      await ended;
    }
  });

  afterAll(() => rm(place.folder, { recursive: true, force: true }));

  /** Runs a program of `scripts`, or of another folder that holds a copy of them. */
  function start(
    program: string,
    env: Record<string, string> = {},
    scripts = import.meta.dirname,
    args: string[] = [],
  ): Start {
    const { DATABASE_URL: _url, NODE_ENV: _kind, VITEST: _vitest, ...inherited } = process.env;
    const child = spawn(process.execPath, [path.join(scripts, program), ...args], {
      cwd: place.folder,
      env: { ...inherited, PORT: String(port), DATA_DIR: place.dataDir, ...env },
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
      async ready() {
        const isReady = () => expect(text).toContain('Stop with Ctrl-C.');
        const failed = ended.then(() => Promise.reject(new Error(`It ended instead of starting: ${text}`)));
        await Promise.race([vi.waitFor(isReady, { timeout: longMs, interval: 50 }), failed]);
      },
      ended,
    };
    started.push(one);
    return one;
  }

  /** Starts, waits for the error and returns its message. */
  async function startError(env: Record<string, string> = {}): Promise<string> {
    const { ended, output } = start('local.ts', env);
    expect(await ended).toBe(1);
    return output().trim();
  }

  async function withDatabase<Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
    const postgres = await startPostgres(place.dataDir, () => {});
    const pool = createPool(postgres.url);
    try {
      return await work(pool);
    } finally {
      await pool.end();
      await postgres.stop();
    }
  }

  const databasePid = async (): Promise<number> => {
    const text = await readFile(path.join(place.dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    return Number(text.split('\n')[0]);
  };

  /** @param guest the address whose limit on inquiries it counts against */
  async function sendInquiry(name: string, guest = '192.0.2.1'): Promise<void> {
    const response = await fetch(`${url}/api/forms/submit`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': guest },
      body: JSON.stringify({
        formId: 'booking_inquiry',
        name,
        email: 'ann@example.com',
        guests: 2,
        property: 'Any Available Property',
        checkin: '2099-05-01',
        checkout: '2099-05-04',
      }),
    });
    expect(await response.json()).toMatchObject({ success: true });
  }

  /** Sends inquiries until `isOver`, or until one fails; returns the names of those that were acknowledged. */
  async function sendInquiries(
    lane: number,
    isOver?: () => boolean,
    acknowledged: string[] = [],
  ): Promise<string[]> {
    for (let count = 0; !isOver?.(); count += 1) {
      const name = `Guest ${lane}-${count}`;
      try {
        await sendInquiry(name, `198.51.${lane}.${count % 250}`);
        acknowledged.push(name);
      } catch {
        if (!isOver) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    return acknowledged;
  }

  /** Waits for a database that is being started: one that was killed may have taken an inquiry at its last moment. */
  async function inquiries(): Promise<string[]> {
    const connect = async () => {
      const { url: databaseUrl } = JSON.parse(
        await readFile(path.join(place.dataDir, 'postgres.json'), 'utf8'),
      );
      const connected = new pg.Client({ connectionString: databaseUrl });
      await connected.connect();
      return connected;
    };
    const client = await vi.waitFor(connect, { timeout: longMs, interval: 100 });
    const { rows } = await client.query('select name from inquiries order by created_at');
    await client.end();
    return rows.map((row) => row.name);
  }

  /** The database's guard looks once a second whether it is still needed. */
  const untilNoProcessIsLeft = () =>
    vi.waitFor(async () => expect(await processesWith(place.dataDir)).toEqual([]), {
      timeout: longMs,
      interval: 200,
    });

  async function expectNothingLeft(database: number): Promise<void> {
    expect(isAlive(database)).toBe(false);
    for (const taken of [port, port + 1, port + 2]) await isFree(taken);
  }

  return {
    place,
    port,
    url,
    start,
    startError,
    withDatabase,
    databasePid,
    sendInquiry,
    sendInquiries,
    inquiries,
    untilNoProcessIsLeft,
    expectNothingLeft,
  };
}

/** Test files run side by side; the first one builds the site for all. */
export async function buildOnce(): Promise<void> {
  const folder = path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'test-build');
  await mkdir(folder, { recursive: true });
  const lock = await vi.waitFor(() => lockDataDir(folder, 'npm start'), longMs);
  await build().finally(() => lock.release());
}

/** Takes a port, or fails if it is in use. */
export function occupy(port: number): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(port, () => resolve(server));
  });
}

export async function isFree(port: number): Promise<void> {
  const server = await occupy(port);
  await new Promise((resolve) => server.close(resolve));
}

interface Process {
  pid: number;
  command: string;
}

/** Finds every other process with this text in its command or its environment. */
export async function processesWith(text: string): Promise<Process[]> {
  const matching: Process[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const texts = ['cmdline', 'environ'].map((name) =>
      readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => ''),
    );
    const [command = '', environment] = await Promise.all(texts);
    if (Number(pid) !== process.pid && `${command}${environment}`.includes(text))
      matching.push({ pid: Number(pid), command });
  }
  return matching;
}
