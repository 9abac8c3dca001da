import { spawn } from 'node:child_process';
import { closeSync, existsSync, readFileSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { guardDatabase } from './database-guard.ts';
import { runAsDatabaseUser } from './database-user.ts';
import {
  assertSameMajor,
  clusterFolder,
  createCluster,
  databasePrograms,
  readPassword,
  urlFile,
} from './postgres-cluster.ts';
import {
  freeStalePidFile,
  isRunning,
  isServer,
  limitLog,
  openLog,
  runningServer,
  stopChild,
  stopServer,
} from './postgres-process.ts';
import { replaceFile } from './replace-file.ts';
import { type Program, supervise } from './supervise.ts';

const databaseName = 'pcb';

export interface RunningPostgres {
  url: string;
  /** Whether an earlier start left it running. */
  wasRunning: boolean;
  /** Ends the server cleanly; everything committed stays. */
  stop(): Promise<void>;
}

interface StartOptions {
  /** Called as soon as a program of the database runs, with what ends it; the start may then still be under way. */
  spawned?(stop: () => Promise<void>): void;
  /** Receives sentences for people when the server crashed and is restarted; without it, it is not restarted. */
  report?(sentence: string): void;
  /**
   * Whether nothing in it outlives the process, not even a power failure: it writes nothing that recovery needs, and its URL
   * names a Unix socket beside a port.
   */
  isDisposable?: boolean;
}

/** Settings for a server whose data nothing outlives; PostgreSQL uses the last of two values for one setting. */
export const disposableSettings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'checkpoint_timeout=1h',
  'max_wal_size=2GB',
  // Hundreds of small databases would keep its workers busy all the time.
  'autovacuum=off',
].flatMap((setting) => ['-c', setting]);

/**
 * Starts the embedded PostgreSQL under `dataDir`, or takes over the one that an earlier start left running there.
 * @param dataDir absolute path that this process has locked; `postgres.json` in it then holds the connection URL
 * @throws Error with one sentence that says what to do
 */
export async function startPostgres(
  dataDir: string,
  progress: (line: string) => void,
  { spawned = () => {}, report, isDisposable = false }: StartOptions = {},
): Promise<RunningPostgres> {
  const cluster = clusterFolder(dataDir);
  const { postgres, initdb } = await databasePrograms();
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
    progress('Creating the database');
    await createCluster(initdb, dataDir, spawned, isDisposable);
  }
  await assertSameMajor(postgres, cluster);

  const logFile = path.join(dataDir, 'postgres.log');
  const password = readPassword(dataDir);
  const leftover = await adoptableServer(cluster, password);
  async function startAt(port: number): Promise<RunningPostgres> {
    const url = toUrl(password, port);
    replaceFile(urlFile(dataDir), `${JSON.stringify({ password, url })}\n`);
    let adopted = leftover;
    const launch = (): Program<void> => {
      const program = adopted
        ? adoptServer({ pid: adopted.pid, cluster, logFile, isOurs: report !== undefined })
        : launchServer({ postgres, cluster, port, url, logFile, isDisposable });
      adopted = null;
      return program;
    };
    if (report) {
      const supervisor = supervise('The database', launch, report, { first: 500 });
      spawned(() => supervisor.stop());
      await supervisor.start();
      return { url, wasRunning: leftover !== null, stop: () => supervisor.stop() };
    }
    const program = launch();
    spawned(() => program.stop());
    await program.ready;
    return {
      url: isDisposable ? throughSocket(url, cluster) : url,
      wasRunning: leftover !== null,
      stop: () => program.stop(),
    };
  }
  if (leftover) return startAt(leftover.port);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startAt(await freePort());
    } catch (error) {
      // Any program may take the port between its choice and the start.
      if (!(error instanceof PortTaken) || attempt === maxAttempts) throw error;
    }
  }
}

/** How many free ports a new server tries. */
const maxAttempts = 5;

class PortTaken extends Error {}

/**
 * Connects through a socket in the cluster's folder, which only its user and root may enter. A statement takes a
 * quarter less time than by TCP.
 */
export const throughSocket = (url: string, cluster: string): string =>
  `${url}?host=${encodeURIComponent(cluster)}`;

const toUrl = (password: string, port: number): string =>
  `postgresql://postgres:${password}@127.0.0.1:${port}/${databaseName}`;

/** Adopts a server that already runs, once it accepts connections. */
async function adoptableServer(
  cluster: string,
  password: string,
): Promise<{ pid: number; port: number } | null> {
  const server = runningServer(cluster);
  if (!server) return null;
  const isThere = () => isServer(server.pid, cluster);
  return (await becomesReachable(toUrl(password, server.port), 30_000, isThere)) ? server : null;
}

interface AdoptedServer {
  pid: number;
  cluster: string;
  logFile: string;
  /** Whether it ends with us; a backup leaves it as it was. */
  isOurs: boolean;
}

function adoptServer({ pid, cluster, logFile, isOurs }: AdoptedServer): Program<void> {
  const ended = Promise.withResolvers<string>();
  const isThere = () => isServer(pid, cluster);
  const guard = isOurs ? guardDatabase(pid, cluster) : null;
  const watching = setInterval(() => {
    if (isThere()) return;
    clearInterval(watching);
    void guard?.release();
    ended.resolve(`see ${logFile}`);
  }, 1_000);
  watching.unref();
  return {
    ready: Promise.resolve(),
    ended: ended.promise,
    async stop() {
      await stopServer(pid, isThere);
      await guard?.release();
    },
  };
}

interface ServerOptions {
  postgres: string;
  cluster: string;
  port: number;
  url: string;
  logFile: string;
  isDisposable: boolean;
}

const limitLogEveryMs = 3_600_000;

function launchServer({ postgres, cluster, port, url, logFile, isDisposable }: ServerOptions): Program<void> {
  freeStalePidFile(cluster);
  const log = openLog(logFile);
  const logStart = statSync(logFile).size;
  const command = runAsDatabaseUser(postgres, [
    '-D',
    cluster,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${isDisposable ? cluster : ''}`,
    '-c',
    'fsync=on',
    '-c',
    'timezone=UTC',
    '-c',
    'log_timezone=UTC',
    '-c',
    'jit=off',
    // Error details could contain the values of rows.
    '-c',
    'log_error_verbosity=terse',
    ...(isDisposable ? disposableSettings : []),
  ]);
  // A process group of its own: Ctrl-C must not end the database before the site has finished with it.
  const child = spawn(command.file, command.args, {
    ...command.options,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const guard = child.pid === undefined ? null : guardDatabase(child.pid, cluster);
  const limiting = setInterval(() => limitLog(logFile), limitLogEveryMs);
  limiting.unref();
  const ended = Promise.withResolvers<string>();
  const failed = Promise.withResolvers<never>();
  const end = (reason: string) => {
    clearInterval(limiting);
    void guard?.release();
    failed.reject(startFailure(logFile, logStart));
    ended.resolve(`${reason}, see ${logFile}`);
  };
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, signal) => end(signal ? `signal ${signal}` : `exit code ${code}`));
  failed.promise.catch(() => {});
  return {
    ready: Promise.race([makeReady(url, () => isRunning(child)), failed.promise]),
    ended: ended.promise,
    async stop() {
      await stopChild(child);
      await guard?.release();
    },
  };
}

/** Waits until the server accepts connections, and creates the site's database in a new one. */
async function makeReady(url: string, isRunning: () => boolean): Promise<void> {
  const maintenance = url.replace(/\/[^/]*$/, '/postgres');
  if (!(await becomesReachable(maintenance, 60_000, isRunning)))
    throw new Error('The database did not become ready within a minute.');
  const client = new pg.Client({ connectionString: maintenance });
  client.on('error', () => {});
  await client.connect();
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (!rowCount) await client.query(`create database ${databaseName}`);
  await client.end();
}

/** Whether a server takes our connection in time; it is not waited for once it is gone. */
export async function becomesReachable(
  url: string,
  withinMs: number,
  isThere = () => true,
): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (Date.now() < until && isThere()) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      // SQLSTATE 28P01: another program's server has the port.
      if ((error as { code?: string }).code === '28P01') return false;
    }
    await sleep(30);
  }
  return false;
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

/** @param logStart where the lines of this start begin */
function startFailure(logFile: string, logStart: number): Error {
  const text = readFileSync(logFile).subarray(logStart).toString().trim();
  if (/No space left on device/.test(text))
    return new Error('The disk is full: free some space for DATA_DIR and start again.');
  const message = `The database did not start (see ${logFile}): ${text.split('\n').at(-1)}`;
  return /Address already in use/.test(text) ? new PortTaken(message) : new Error(message);
}
